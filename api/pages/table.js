// The table page: what to throw next, what was read, how the exchange went; decisions and undo.

import { dieWords, drawDie } from "./dice.js";
import { draw, element, svg } from "./dom.js";
import { follow } from "./events.js";
import { EMPTY, fold, passes, prompt, status } from "./fold.js";
import { passLine, playerPanel } from "./parts.js";

const node = (id) => document.getElementById(id);

const WEIGHTY = new Set(["compared", "damage_rolled", "wounded", "removed", "exchange_over"]);

let state = EMPTY;
let connected = false;
let complaint = "";

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
  return dice.flatMap(({ group, least, most }) => {
    const colours = state.groups.find((one) => one.player === player && one.group === group);
    if (colours === undefined) return [];
    return [{ group, count: least === most ? `${most}` : `${least} to ${most}`, ...colours }];
  });
}

function asked({ head, more, wanted, refused, status, options, complaint }) {
  return [
    element("h1", {}, head),
    more ? element("p", { class: "reason" }, more) : null,
    wanted.length > 0 ? element("ul", { class: "wanted" }, ...wanted.map(wantedDice)) : null,
    ...refused.map((reason) =>
      element("p", { class: "refusal", role: "alert" }, element("strong", {}, "Not accepted"), reason),
    ),
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

// The dice where the camera saw them, upright and in their place.
function view(reading) {
  if (reading === null) return null;
  const { width, height, dice, ms } = reading;
  const placed = dice.map((die) => {
    const [x0, y0, x1, y1] = die.box;
    return drawDie(die, { x: x0, y: y0, width: x1 - x0, height: y1 - y0 });
  });
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
    svg("svg", { viewBox: `0 0 ${width} ${height}`, class: "felt" }, ...placed),
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
  draw(node("players"), [state.players, state.sides, state.asked?.player], ([players, sides, askedPlayer]) =>
    players.map((name) => playerPanel(name, sides[name], name === askedPlayer)),
  );
  draw(node("passes"), passes(state), (lines) => lines.map(passLine));
  draw(node("camera"), state.reading, view);
  draw(node("log"), state.log, story);
  draw(node("undo"), state.answers, undo);
  node("log").scrollTop = node("log").scrollHeight;
  node("title").textContent = state.title;
  node("link").textContent = connected ? "" : "Connection lost, trying again";
  node("link").className = connected ? "" : "broken";
}

follow({
  onTable: () => (state = EMPTY),
  onMessage: (message) => {
    state = fold(state, message);
    complaint = "";
    show();
  },
  onLink: (now) => {
    connected = now;
    show();
  },
});
