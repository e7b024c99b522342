// Pieces that the table page and the overlay share.

import { drawDie, drawSign } from "./dice.js";
import { element, svg } from "./dom.js";

const GROUPS = ["attack", "defence", "damage"];

// One group of dice with its word, its sign and, where the rules have worked it out, its result.
function groupRow(group, { dice, accepted }, result) {
  return element(
    "div",
    { class: accepted ? "group accepted" : "group", "data-group": group },
    element("span", { class: "group-name" }, drawSign(group), group),
    element("span", { class: "group-dice" }, ...dice.map((die) => drawDie(die))),
    result === null || result === undefined
      ? null
      : element("span", { class: "result" }, element("small", {}, "result "), String(result)),
  );
}

// A player's panel: the name, wounds as strokes and as a number, dice by group.
export function playerPanel(name, side, isAsked) {
  const rows = GROUPS.filter((group) => side.dice[group]?.dice.length > 0).map((group) =>
    groupRow(group, side.dice[group], group === "damage" ? null : side[group]),
  );
  const wounds = side.wounds === 1 ? "1 wound" : `${side.wounds} wounds`;
  return element(
    "section",
    { class: `player${isAsked ? " asked" : ""}`, "data-player": name },
    element(
      "header",
      {},
      element("h2", {}, name),
      side.out ? element("span", { class: "wounds" }, "out of the fight") : woundMarks(side, wounds),
    ),
    ...(rows.length > 0 ? rows : [element("p", { class: "no-dice" }, "no dice yet")]),
  );
}

export function woundMarks(side, words) {
  const strokes = Array.from({ length: side.wounds }, (_, at) =>
    svg("path", { d: `M${6 + at * 9} 18 L${10 + at * 9} 2`, class: "stroke" }),
  );
  const width = 8 + side.wounds * 9;
  const left = side.woundsLeft === null ? "" : `, ${side.woundsLeft} left`;
  return element(
    "span",
    { class: side.wounds > 0 ? "wounds hurt" : "wounds" },
    side.wounds > 0 ? svg("svg", { viewBox: `0 0 ${width} 20`, class: "strokes", "aria-hidden": "true" }, ...strokes) : null,
    `${words}${left}`,
  );
}

// One pass: who hits or is stopped, by how much, and what the damage rolls did.
export function passLine({ head, sums, level, succeeds, wounds }) {
  return element(
    "p",
    { class: succeeds ? "pass hit" : "pass stopped" },
    element("strong", {}, head),
    element("span", { class: "level" }, `success level ${level}`),
    element("span", { class: "sums" }, sums),
    wounds === null ? null : element("span", { class: "pass-wounds" }, wounds === 1 ? "1 wound" : `${wounds} wounds`),
  );
}
