// A player's panel: the name, how each model stands, dice by group, each to be tapped.

import { element } from "../dom.js";
import { groupSign, groupWords } from "../groups.js";
import { lossOf, modelLine, modelsOf, statesOf } from "../model_line.js";
import { dieTile } from "./die_tile.js";

function groupRow({ group, purpose, accepted, dice }, result) {
  return element(
    "div",
    { class: accepted ? "group accepted" : "group", "data-group": group },
    element("span", { class: "group-name" }, groupSign(group), groupWords(group, purpose)),
    element("span", { class: "group-dice" }, ...dice.map(dieTile)),
    result === null || result === undefined
      ? null
      : element("span", { class: "result" }, element("small", {}, "result "), String(result)),
  );
}

// `groups` are [{group, purpose, accepted, dice}], the dice as tiles take them.
export function panel({ name, side, models, isAsked, groups }) {
  const rows = groups.map((one) => groupRow(one, one.accepted ? side[one.group] : null));
  const { single, listed } = modelsOf(models, name);
  return element(
    "section",
    { class: `player${isAsked ? " asked" : ""}`, "data-player": name, "aria-label": name },
    element(
      "header",
      {},
      element("h2", {}, name),
      single === null ? null : element("span", { class: "stand" }, ...statesOf(single), lossOf(single)),
    ),
    listed.length > 0
      ? element("ul", { class: "models" }, ...listed.map((one) => modelLine(one, element("span", { class: "name", dir: "auto" }, one.model))))
      : null,
    ...(rows.length > 0 ? rows : [element("p", { class: "no-dice" }, "no dice yet")]),
  );
}
