// A player's own phone: shows what this player is to decide in secret, and nobody else.

import { draw, element } from "../dom.js";
import { follow } from "../events.js";
import { EMPTY, fold, prompt } from "../fold.js";
import { button } from "../table/dialog.js";
import { redraw } from "../table/redraw.js";
import { Refused, ask } from "../table/service.js";

const SENTENCES = 4;

const asIs = new URLSearchParams(location.hash.slice(1));
const player = asIs.get("player") ?? "";
const key = asIs.get("key");
const node = (id) => document.getElementById(id);

let state = EMPTY;
let connected = false;
let secret = null; // the question with its options, once it has come
let complaint = "";

const isMine = () => state.asked?.kind === "choice" && state.asked.hidden && state.asked.player === player;

async function attempt(deed, isNews = () => true) {
  let refusal = "";
  try {
    await deed();
  } catch (problem) {
    if (!(problem instanceof Refused)) throw problem;
    refusal = problem.message;
  }
  if (!isNews()) return;
  complaint = refusal;
  show();
}

// While the story comes again each question of this player is asked for; what is said late of one that has been
// decided since is no news.
function askQuestion() {
  const number = state.played.length;
  const isOpen = () => isMine() && state.played.length === number;
  attempt(async () => {
    const question = await ask("POST", "/api/hands/question", { player, key });
    if (isOpen()) secret = question;
  }, isOpen);
}

function decide(choice) {
  const question = secret;
  if (question === null) return; // tapped twice
  secret = null;
  attempt(
    async () => {
      try {
        await ask("POST", "/api/hands/answer", { player, key, answer: question.answer, choice });
      } catch (problem) {
        secret = question;
        throw problem;
      }
    },
    () => state.played.length === question.answer,
  );
}

const takeBack = () =>
  attempt(() => ask("DELETE", `/api/answers/${state.played.length - 1}?by=${encodeURIComponent(player)}`, undefined, key));

// Whose decisions wait for those of others, in their order; what follows from them is told once all are in.
function hidden() {
  if (!state.asked?.hidden) return [];
  return state.played.slice(state.played.findLastIndex((one) => !one.hidden) + 1).map((one) => one.player);
}

function words() {
  if (player === "" || key === null) return ["This link is not whole", "Scan the code at the table once more."];
  if (state.players.length > 0 && !state.players.includes(player)) {
    return [`No ${player} at this table`, `There are ${state.players.join(" and ")}.`];
  }
  if (isMine()) return [`${player}, decide`, state.asked.reason];
  if (hidden().includes(player)) return ["Your decision is in", `It stays hidden until ${state.asked.player} has decided.`];
  return [`${player}: nothing to decide now`, prompt(state).head];
}

function decision([head, more, options, wrong, isLast]) {
  return [
    element("h1", { tabindex: "-1" }, head),
    element("p", { class: "reason" }, more),
    wrong ? element("p", { class: "refusal", role: "alert" }, wrong) : null,
    options.length > 0 ? element("div", { class: "options" }, ...options.map((option) => button(option, () => decide(option)))) : null,
    isLast ? button("Take my last decision back", takeBack, { class: "plain" }) : null,
  ];
}

function lately(lines) {
  if (lines.length === 0) return null;
  return [element("h2", {}, "Lately"), element("ul", {}, ...lines.map((text) => element("li", {}, text)))];
}

function show() {
  const options = isMine() && secret !== null && secret.answer === state.played.length ? secret.options : [];
  redraw(node("decision"), [...words(), options, complaint, hidden().at(-1) === player], decision);
  draw(node("lately"), state.log.slice(-SENTENCES).map(({ text }) => text), lately);
  node("title").textContent = state.title;
  node("link").textContent = connected ? "" : "Connection lost, trying again";
  node("link").className = connected ? "" : "broken";
}

follow({
  onTable: () => (state = EMPTY),
  onMessage: (message) => {
    state = fold(state, message);
    complaint = "";
    if (message.type === "choice") {
      secret = null;
      if (isMine()) askQuestion();
    }
    show();
  },
  onLink: (now) => {
    connected = now;
    show();
  },
});
