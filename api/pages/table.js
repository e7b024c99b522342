// The table page: what to throw next, what was read, how the exchange went; decisions and undo.

import { dieWords, drawDie } from "./dice.js";
import { draw, element, svg } from "./dom.js";
import { follow } from "./events.js";
import { deeds, oddsList, rollForm } from "./flow.js";
import { EMPTY, coloursOf, fold, passes, prompt, status } from "./fold.js";
import { passLine, playerPanel } from "./parts.js";
import { showPhoneCode } from "./phone_code.js";

const node = (id) => document.getElementById(id);

const WEIGHTY = new Set(["compared", "damage_rolled", "wounded", "removed", "exchange_over"]);

let state = EMPTY;
let connected = false;
let complaint = "";
let odds = null; // of what is awaited, once they were asked for

async function tell(method, path, body) {
  const response = await fetch(path, {
    method,
    headers: { "Content-Type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  complaint = response.ok ? "" : (await response.json()).detail;
  show();
}

function button(words, action) {
  const made = element("button", { type: "button" }, words);
  made.addEventListener("click", action);
  return made;
}

// How many dice of which colours the throw wants, as a list of drawn dice without a face.
function wanted(state) {
  if (state.asked?.kind !== "throw") return [];
  const { player, dice } = state.asked;
  return dice.map(({ group, least, most }) => {
    const { body, marks } = coloursOf(state, player, group);
    return { group, count: least === most ? `${most}` : `${least} to ${most}`, body, marks };
  });
}

function asked({ head, more, wanted, refused, status, options, complaint }) {
  return [
    element("h1", {}, head),
    more ? element("p", { class: "reason" }, more) : null,
    wanted.length > 0 ? element("ul", { class: "wanted" }, ...wanted.map(wantedDice)) : null,
    refused.length > 0
      ? element(
          "div",
          { class: "refusal", role: "alert" },
          element("strong", {}, "Not accepted"),
          ...refused.map((reason) => element("p", {}, reason)),
        )
      : null,
    status ? element("p", { class: "status" }, status) : null,
    options.length > 0
      ? element(
          "div",
          { class: "options" },
          ...options.map((option) => button(option, () => tell("POST", "/api/answers", { choice: option }))),
        )
      : null,
    complaint ? element("p", { class: "refusal", role: "alert" }, complaint) : null,
  ];
}

function wantedDice({ group, count, body, marks }) {
  const blank = { face: 5, body, marks };
  return element("li", {}, drawDie(blank, { "aria-hidden": "true" }), `${count} ${group}: ${body} with ${marks} pips`);
}

// A frame around a die of the picture with the face that was read, above it or, at the upper edge, below.
function framed(die, unit) {
  const [x0, y0, x1, y1] = die.box;
  const unread = die.face === null;
  const size = 1.5 * unit;
  const middle = y0 > 1.2 * size ? y0 - 0.62 * size : y1 + 0.62 * size;
  return svg(
    "g",
    { class: unread ? "seen unread" : "seen", role: "img", "aria-label": dieWords(die) },
    svg("title", {}, dieWords(die)),
    svg("rect", { x: x0, y: y0, width: x1 - x0, height: y1 - y0, rx: unit / 3, "stroke-width": unit / 5 }),
    svg("circle", { cx: (x0 + x1) / 2, cy: middle, r: size / 2 }),
    svg(
      "text",
      { x: (x0 + x1) / 2, y: middle + 0.36 * unit, "font-size": unit, "text-anchor": "middle" },
      unread ? "?" : String(die.face),
    ),
  );
}

// The picture as the camera saw it, with what was read from it.
function view(reading) {
  if (reading === null) return null;
  const { width, height, dice, ms, picture } = reading;
  const placed = dice.map((die) => framed(die, width / 34));
  const unread = dice.filter((die) => die.face === null);
  return element(
    "div",
    { class: "view" },
    element(
      "header",
      {},
      element("h2", {}, "What the camera saw"),
      element("span", { class: "took" }, `${dice.length} dice in ${Math.round(ms)} ms`),
    ),
    svg(
      "svg",
      { viewBox: `0 0 ${width} ${height}`, class: "picture" },
      svg("image", { href: `/api/pictures/${picture}`, width, height }),
      ...placed,
    ),
    ...unread.map((die) => element("p", { class: "refusal" }, dieWords(die))),
  );
}

function story(log) {
  return log.map(({ type, text }) => element("li", { class: WEIGHTY.has(type) ? "weighty" : null }, text));
}

function undo(answers) {
  if (answers === 0) return null;
  return button("Take the last answer back", () => tell("DELETE", `/api/answers/${answers - 1}`));
}

function complain(words) {
  complaint = words;
  show();
}

function typedRoll([groups]) {
  if (groups === null) return null;
  return rollForm(groups, (faces) => tell("POST", "/api/answers", { faces }), complain);
}

async function askOdds() {
  const response = await fetch("/api/odds");
  odds = response.ok ? await response.json() : null;
  show();
}

function flow([deeds, isAwaited]) {
  const made = deeds.map(([words, method, path]) => button(words, () => tell(method, path)));
  return isAwaited ? [...made, button("Odds", askOdds)] : made;
}

function show() {
  const now = {
    ...prompt(state),
    wanted: wanted(state),
    refused: state.refused,
    status: status(state, connected),
    options: state.asked?.kind === "choice" ? state.asked.options : [],
    complaint,
  };
  draw(node("asked"), now, asked);
  showPhoneCode(node("phone"), state.lost !== null);
  draw(node("players"), [state.players, state.sides, state.asked?.player], ([players, sides, askedPlayer]) =>
    players.map((name) => playerPanel(name, sides[name], name === askedPlayer)),
  );
  draw(node("passes"), passes(state), (lines) => lines.map(passLine));
  draw(node("camera"), state.reading, view);
  draw(node("log"), state.log, story);
  draw(node("undo"), state.played.length, undo);
  draw(node("flow"), [deeds(state), state.asked !== null], flow);
  const throws = state.asked?.kind === "throw";
  // A line of its own for each throw: what was typed for one is not sent for the next.
  draw(node("typed"), [throws ? state.asked.dice.map(({ group }) => group) : null, state.played.length], typedRoll);
  draw(node("odds"), odds, (told) => (told === null ? null : oddsList(told)));
  node("log").scrollTop = node("log").scrollHeight;
  node("title").textContent = state.title;
  node("advice").textContent = state.advice.join(" ");
  node("link").textContent = connected ? "" : "Connection lost, trying again";
  node("link").className = connected ? "" : "broken";
}

follow({
  onTable: () => (state = EMPTY),
  onMessage: (message) => {
    state = fold(state, message);
    complaint = "";
    if (message.type === "throw" || message.type === "choice") odds = null;
    show();
  },
  onLink: (now) => {
    connected = now;
    show();
  },
});
