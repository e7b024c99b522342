// The overlay: draws what the messages say over whatever lies beneath, and asks for nothing.

import { draw, element } from "./dom.js";
import { follow } from "./events.js";
import { EMPTY, fold, prompt, verdict } from "./fold.js";
import { playerPanel } from "./parts.js";

const node = (id) => document.getElementById(id);

function asked({ head, more, refused, status }) {
  return [
    element("h1", {}, head),
    more ? element("p", { class: "reason" }, more) : null,
    ...refused.map((reason) => element("p", { class: "refused" }, `Not read: ${reason}`)),
    status ? element("p", { class: "status" }, status) : null,
  ];
}

function status(state, connected) {
  if (!connected) return "Connection lost, trying again";
  if (state.outcome !== null || state.asked?.kind !== "throw") return "";
  return state.moving ? "Dice are rolling" : "";
}

function passLine({ head, sums, level, succeeds, wounds }) {
  return element(
    "p",
    { class: succeeds ? "pass hit" : "pass stopped" },
    element("strong", {}, head),
    element("span", {}, `success level ${level}`),
    element("span", { class: "sums" }, sums),
    wounds === null ? null : element("span", { class: "pass-wounds" }, wounds === 1 ? "1 wound" : `${wounds} wounds`),
  );
}

// The damage rolls of an attacker belong to the pass in which he attacked.
function passes(state) {
  return state.passes.map((pass) => {
    const rolls = state.damage.filter(({ attacker }) => attacker === pass.attacker && pass.attack_succeeds);
    const wounds = rolls.reduce((sum, roll) => sum + (roll.wounds ?? 0), 0);
    return { ...verdict(pass), wounds: rolls.length > 0 ? wounds : null };
  });
}

let state = EMPTY;
let connected = false;

function show() {
  draw(node("asked"), { ...prompt(state), refused: state.refused, status: status(state, connected) }, asked);
  draw(node("passes"), passes(state), (lines) => lines.map(passLine));
  draw(node("players"), [state.players, state.sides, state.asked?.player], ([players, sides, askedPlayer]) =>
    players.map((name) => playerPanel(name, sides[name], name === askedPlayer)),
  );
}

follow({
  onTable: () => (state = EMPTY),
  onMessage: (message) => {
    state = fold(state, message);
    show();
  },
  onLink: (now) => {
    connected = now;
    show();
  },
});
