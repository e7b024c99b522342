// The table page: what to throw next, what was read, how the exchange went; corrections, decisions and undo.

import { draw, element } from "../dom.js";
import { follow } from "../events.js";
import { EMPTY, fold, passes, prompt, status } from "../fold.js";
import { showPhoneCode } from "../phone_code.js";
import { askedCard, wanted } from "./asked.js";
import { correctDie } from "./correct.js";
import { deedButtons, deeds, rollForm } from "./deeds.js";
import { button } from "./dialog.js";
import { ofMatch } from "./die_tile.js";
import { Draft, facesOf } from "./draft.js";
import { keepEnd } from "./keep_end.js";
import { BLANK, remember, rolls, waiting } from "./memory.js";
import { oddsList } from "./odds.js";
import { panel } from "./panel.js";
import { passLine } from "./pass_line.js";
import { keyed, redraw } from "./redraw.js";
import { mayChangeTable } from "./rights.js";
import { openReplay, rollCard, tablePicture } from "./rolls.js";
import { curtain } from "./secret.js";
import { Refused, ask } from "./service.js";
import { Speech, canSpeak } from "./speech.js";
import { storyLines } from "./story.js";
import { followViews } from "./views.js";

const FRAME_MS = 16;

const ROOM = { story: 80, rolls: 12 }; // sentences and rolls that are drawn

const node = (id) => document.getElementById(id);
const speech = new Speech();
const draft = new Draft();
const mayChange = await mayChangeTable();

let state = EMPTY;
let memory = BLANK;
let reached = 0; // number of the latest message
let connected = false;
let complaint = "";
let room = { ...ROOM };
let secret = null; // a decision with its options, once its player has lifted the curtain

async function act(method, path, body) {
  try {
    await ask(method, path, body);
    complaint = "";
  } catch (problem) {
    if (!(problem instanceof Refused)) throw problem;
    complaint = problem.message;
  }
  show();
}

function choose(option) {
  if (secret?.answer !== state.played.length) return act("POST", "/api/answers", { choice: option });
  const { player } = state.asked;
  const { answer } = secret;
  secret = null; // the curtain falls before the next player looks
  return act("POST", "/api/hands/answer", { player, answer, choice: option });
}
const enter = (faces) => act("POST", "/api/answers", { faces });

function complain(words) {
  complaint = words;
  show();
}

function showAsked(lying) {
  const asked = state.asked;
  const isSecret = asked?.kind === "choice" && asked.hidden;
  const isCovered = isSecret && secret?.answer !== state.played.length;
  const counted = draft.over(state.reading?.picture ?? null, lying);
  const now = {
    ...prompt(state),
    wanted: wanted(state),
    refused: state.refused,
    status: status(state, connected),
    options: asked?.kind !== "choice" || isCovered ? [] : isSecret ? secret.options : asked.options,
    complaint,
    isCovered,
    draft: { dice: mayChange ? counted.length : 0, isReady: facesOf(counted) !== null, begun: draft.isBegun() },
    number: state.played.length,
  };
  redraw(node("asked"), now, (shown) =>
    askedCard(shown, {
      choose: mayChange ? choose : null,
      draft: { ...shown.draft, send: () => enter(facesOf(draft.over(state.reading?.picture ?? null, waiting(state, memory)))) },
      secret: isCovered && mayChange
        ? curtain(asked.player, (question) => {
            secret = question;
            show();
          })
        : null,
    }),
  );
  return counted;
}

// The dice of a group that count, also where they were thrown in parts; each is corrected in its own roll.
function countedGroup(group, present) {
  const last = present.findLastIndex((one) => one.groups.includes(group));
  const first = present.findLastIndex((one, at) => at <= last && !one.goesOn);
  const dice = present
    .slice(Math.max(0, first), last + 1)
    .flatMap(({ answer, dice }) => dice.map((die) => ({ ...die, act: mayChange ? "correct" : null, answer, key: `${answer}-${die.index}` })))
    .filter((die) => die.shown.group === group);
  return { group, purpose: present[last]?.purpose ?? "", accepted: true, dice };
}

// The dice of a player by group: those that count, and those that lie there for the awaited throw.
function groupsOf(name, counted, all) {
  const side = state.sides[name];
  const present = all.filter((roll) => roll.player === name && roll.exchange === state.exchange);
  // While the rest of a roll is awaited, its first dice stay in sight beside those that lie there.
  const begun = state.asked?.goes_on && state.asked.player === name ? state.asked.dice.map(({ group }) => countedGroup(group, present)) : [];
  const others = Object.keys(side.dice).flatMap((group) => {
    const { accepted, dice } = side.dice[group];
    if (dice.length === 0) return [];
    if (accepted) return [countedGroup(group, present)];
    const isAwaited = state.asked?.kind === "throw" && state.asked.player === name;
    const own = counted.flatMap((die, index) => (die.shown.group === group && isAwaited ? [{ ...die, index, act: mayChange ? "set its face" : null, key: `${group}-${index}` }] : []));
    return [{ group, purpose: state.asked?.purpose ?? "", accepted, dice: isAwaited ? own : dice.map((shown) => ({ shown, shot: null, act: "" })) }];
  });
  return [...begun, ...others];
}

const ORDER = ["attack", "defence", "damage"];
const inOrder = (groups) => [...groups].sort((one, other) => ORDER.indexOf(one.group) - ORDER.indexOf(other.group));

function showPlayers(counted, all) {
  const shown = state.players.map((name) => ({
    name,
    side: state.sides[name],
    models: state.models.filter((one) => one.player === name),
    isAsked: name === state.asked?.player,
    groups: inOrder(groupsOf(name, counted, all)),
  }));
  redraw(node("players"), shown, (panels) =>
    panels.map((one) =>
      panel({
        ...one,
        groups: one.groups.map((group) => ({ ...group, dice: group.dice.map((die) => ({ ...die, tap: () => tapped(die) })) })),
      }),
    ),
  );
}

// The roll is looked up again: it may be another one since the die was drawn.
function tapped(die) {
  if (die.answer !== undefined) {
    const roll = rolls(state, memory).find((one) => one.answer === die.answer);
    if (roll?.dice[die.index] !== undefined) correctDie(roll, die.index);
  } else if (die.act !== "") {
    const sides = state.asked?.dice?.[0]?.sides ?? 6;
    draft.edit(die, die.index, sides, show);
  }
}

function view(reading) {
  if (reading === null) return null;
  const unread = reading.dice.filter((die) => die.face === null).length;
  const words = `${reading.dice.length} ${reading.dice.length === 1 ? "die" : "dice"}${unread > 0 ? `, ${unread} unread` : ""}, in ${Math.round(reading.ms)} ms`;
  return element(
    "div",
    { class: "view" },
    element("header", {}, element("h2", {}, "What the camera saw"), element("span", { class: "took" }, words)),
    tablePicture(reading, "The whole table"),
  );
}

// The latest of many; what lies further back is drawn once somebody asks for it.
function latest(part, all) {
  const left = Math.max(0, all.length - room[part]);
  const more = () => {
    room[part] = Infinity;
    show();
  };
  return [all.slice(left), left === 0 ? null : keyed("earlier", button(`Show ${left} earlier`, more, { class: "quiet-button earlier" }))];
}

function showRolls(all) {
  redraw(node("rolls"), [all, room.rolls], () => {
    const [shown, earlier] = latest("rolls", all);
    const first = all.length - shown.length;
    const cards = shown.map((roll, at) => rollCard(roll, () => openReplay(rolls(state, memory), first + at, memory.pictures)));
    return [
      element("h2", {}, "The rolls"),
      cards.length === 0
        ? element("p", { class: "quiet" }, "None has been thrown yet.")
        : element("ol", { class: "roll-list" }, ...[...cards].reverse()),
      earlier,
    ];
  });
}

const tellMore = keepEnd(node("log"));

function showStory() {
  const [shown, earlier] = latest("story", storyLines(memory.story));
  tellMore(() => draw(node("log"), [memory.story, room.story], () => shown));
  draw(node("earlier"), [shown.length, earlier?.textContent], () => earlier);
}

const askedHeading = () => node("asked").querySelector("h1");

// What may be done to the table, and a line to type a roll in.
function showDeeds() {
  redraw(node("flow"), deeds(state), (found) => deedButtons(found, act), askedHeading);
  const throws = state.asked?.kind === "throw";
  // A line of its own for each throw: what was typed for one is not sent for the next.
  const asked = throws ? { groups: state.asked.dice.map(({ group }) => group), total: state.asked.total } : null;
  redraw(node("typed"), [asked, state.played.length], ([of]) => of && rollForm(of, enter, complain), askedHeading);
}

function show() {
  const all = rolls(state, memory);
  const counted = showAsked(waiting(state, memory));
  showPhoneCode(node("phone"), mayChange && state.lost !== null);
  showPlayers(counted, all);
  draw(node("passes"), passes(state), (lines) => lines.map(passLine));
  draw(node("camera"), state.reading, view);
  showStory();
  if (mayChange) showDeeds();
  draw(node("odds"), memory.odds, (told) => (told === null ? null : oddsList(told, "Odds of this throw")));
  showRolls(all);
  node("title").textContent = state.title;
  node("advice").textContent = state.advice.join(" ");
  node("link").textContent = connected ? "" : "Connection lost, trying again";
  node("link").className = connected ? "" : "broken";
  document.body.dataset.seq = reached; // for those who watch the page, as tests do
}

function showSpeech() {
  const made = node("speech");
  made.hidden = !canSpeak();
  made.setAttribute("aria-pressed", String(speech.isOn));
}

node("speech").addEventListener("click", () => {
  speech.switch();
  showSpeech();
});
showSpeech();

function offerNoChanges() {
  node("flow").replaceChildren(element("p", { class: "quiet" }, "This page only shows the table; nothing here changes it."));
  node("typed").closest("details").remove();
  document.querySelector('[data-leads-to="setup"]').remove();
}

if (!mayChange) offerNoChanges();

const LATER = { statistics: () => import("./statistics.js"), setup: () => import("./setup.js") };

async function openPart() {
  const { view } = document.body.dataset;
  // On a phone the story begins to be seen now, and its end is what is new.
  if (view === "story") node("log").scrollTop = node("log").scrollHeight;
  const part = await LATER[view]?.();
  await part?.open(node(`${view}-part`), state);
}

followViews(openPart);

// What each part shows anew, a moment after such messages.
const RENEWING = { statistics: new Set(["luck", "corrected", "voided", "table"]), setup: new Set(["table"]) };
let renewal = null;

function renewAfter({ type }) {
  if (!RENEWING[document.body.dataset.view]?.has(type)) return;
  clearTimeout(renewal);
  renewal = setTimeout(openPart, 300);
}

follow({
  onTable: (match) => {
    state = EMPTY;
    memory = BLANK;
    room = { ...ROOM };
    ofMatch(match);
  },
  onMessage: (message) => {
    reached = message.seq;
    state = fold(state, message);
    memory = remember(memory, message);
    complaint = "";
    speech.hear(message, prompt(state).head);
    renewAfter(message);
    schedule();
  },
  onLink: (now) => {
    connected = now;
    show();
  },
});

let isDue = false;

// Messages that come one after the other, as when a page catches up, are drawn together.
function schedule() {
  if (isDue) return;
  isDue = true;
  setTimeout(() => {
    isDue = false;
    show();
  }, FRAME_MS);
}
