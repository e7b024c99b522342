// A player's panel: the name, wounds as strokes and as a number, dice by group, each to be tapped.

import { drawSign } from "../dice.js";
import { element } from "../dom.js";
import { woundMarks } from "../parts.js";
import { dieTile } from "./die_tile.js";

function groupRow(group, tiles, accepted, result) {
  return element(
    "div",
    { class: accepted ? "group accepted" : "group", "data-group": group },
    element("span", { class: "group-name" }, drawSign(group), group),
    element("span", { class: "group-dice" }, ...tiles),
    result === null || result === undefined
      ? null
      : element("span", { class: "result" }, element("small", {}, "result "), String(result)),
  );
}

// `groups` are [{group, accepted, dice}], the dice as tiles take them.
export function panel({ name, side, isAsked, groups }) {
  const rows = groups.map(({ group, accepted, dice }) =>
    groupRow(group, dice.map(dieTile), accepted, accepted ? side[group] : null),
  );
  const wounds = side.wounds === 1 ? "1 wound" : `${side.wounds} wounds`;
  return element(
    "section",
    { class: `player${isAsked ? " asked" : ""}`, "data-player": name, "aria-label": name },
    element(
      "header",
      {},
      element("h2", {}, name),
      side.out ? element("span", { class: "wounds" }, "out of the fight") : woundMarks(side, wounds),
    ),
    ...(rows.length > 0 ? rows : [element("p", { class: "no-dice" }, "no dice yet")]),
  );
}
