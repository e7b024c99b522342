// A model or unit in a line, for all pages: boxes and words for what it has lost, a sign and a word a state.

import { element, svg } from "./dom.js";
import { lossWords } from "./models.js";
import { sign } from "./signs.js";

const MOST_BOXES = 12;

// Boxes as on a card: whole ones are left, struck ones are lost.
function boxes({ began, left }) {
  const all = Math.max(began, left);
  if (all > MOST_BOXES || all === 0) return null;
  const marks = Array.from({ length: all }, (_, at) => {
    const struck = at >= left;
    const x = 2 + at * 14;
    return svg(
      "g",
      { class: struck ? "box struck" : "box" },
      svg("rect", { x, y: 2, width: 11, height: 14, rx: 2 }),
      struck ? svg("path", { d: `M${x - 1} 17 L${x + 12} 1` }) : null,
    );
  });
  return svg("svg", { viewBox: `0 0 ${3 + 14 * all} 18`, class: "boxes", "aria-hidden": "true" }, ...marks);
}

export function lossOf(model) {
  return element(
    "span",
    { class: `wounds${model.left < model.began ? " hurt" : ""}${model.out ? " out" : ""}` },
    model.out ? sign("bad") : boxes(model),
    element("span", { class: "wound-words" }, lossWords(model)),
  );
}

const GOOD = new Set(["honor"]);

export const statesOf = ({ states }) =>
  states.map((word) => element("span", { class: GOOD.has(word) ? "state good" : "state" }, sign("flag"), word));

// `name` is the element that says what the model is called.
export const modelLine = (model, name) =>
  element("li", { class: model.out ? "model out" : "model" }, name, element("span", { class: "how" }, lossOf(model), ...statesOf(model)));

// A player's models: one that bears the player's name needs no line of its own, several are `listed`.
export function modelsOf(models, player) {
  const mine = models.filter((model) => model.player === player);
  const single = mine.length === 1 && mine[0].name === player ? mine[0] : null;
  return { single, listed: single === null ? mine : [] };
}
