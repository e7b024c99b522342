// What lies between the players: what is awaited, its odds, and how attack and defence met.

import { drawDie } from "../dice.js";
import { element } from "../dom.js";
import { coloursOf, prompt, status } from "../fold.js";
import { groupWords } from "../groups.js";
import { sign } from "../signs.js";
import { nameOf } from "./plates.js";

// What is awaited in words, and the dice for it as they will look.
export function askedOf(base, connected) {
  const { head, more } = prompt(base);
  const wanted = base.asked?.kind === "throw" && base.outcome === null && base.lost === null ? base.asked : null;
  return {
    head,
    more,
    refused: base.refused,
    status: status(base, connected),
    wanted:
      wanted?.dice.map(({ group, least, most }) => ({
        group: groupWords(group, wanted.purpose),
        count: least === most ? `${most}` : `${least} to ${most}`,
        ...coloursOf(base, wanted.player, group),
      })) ?? [],
  };
}

export function drawAsked({ head, more, wanted, refused, status }) {
  return [
    element("h1", { dir: "auto" }, head),
    more ? element("p", { class: "reason", dir: "auto" }, more) : null,
    wanted.length > 0 && refused.length === 0
      ? element(
          "ul",
          { class: "wanted" },
          ...wanted.map(({ group, count, kind, body, marks }) =>
            element(
              "li",
              {},
              drawDie({ kind, body, marks, face: kind === "d6" ? 5 : 20 }, { "aria-hidden": "true", role: null }),
              `${count} ${group}`,
            ),
          ),
        )
      : null,
    ...refused.map((reason) => element("p", { class: "refused" }, sign("bad"), element("span", {}, `Not accepted: ${reason}`))),
    status ? element("p", { class: "status" }, status) : null,
  ];
}

const result = ({ value, good }) =>
  element(
    "span",
    { class: good === null ? "outcome" : good ? "outcome good" : "outcome bad" },
    element("strong", {}, value),
    good === null ? null : sign(good ? "good" : "bad"),
  );

const stepLine = ({ sign: shape, label, results }) =>
  element("li", { class: "step" }, sign(shape), element("span", {}, label), ...results.map(result));

// The two results face to face; who won it stands on a line, the other is dimmed.
function duelOf({ attack, defence, success }) {
  const number = (group, value, won) =>
    element("strong", { class: won ? "number won" : "number" }, element("span", { class: "role" }, `${group} `), String(value));
  return element(
    "span",
    { class: "duel" },
    sign("attack"),
    number("attack", attack, success),
    element("span", { class: "against" }, " against "),
    number("defence", defence, !success),
    sign("defence"),
  );
}

const onto = () => element("span", { class: "onto" }, sign("versus"), element("span", { class: "role" }, " attacks "));

export function clashCard({ attacker, target, duel, steps, verdict }) {
  const facts = [
    ...steps.map(stepLine),
    duel === null ? null : element("li", { class: "level" }, `success level ${duel.level}`),
    verdict === null
      ? null
      : element("li", { class: verdict.harm ? "verdict harm" : "verdict" }, sign(verdict.harm ? "damage" : "defence"), verdict.words),
  ].filter((fact) => fact !== null);
  return element(
    "article",
    { class: `clash${duel === null ? "" : duel.success ? " hit" : " stopped"}${attacker === null ? " alone" : ""}` },
    element(
      "h2",
      {},
      attacker === null ? null : nameOf("span", attacker),
      attacker === null ? null : duel === null ? onto() : duelOf(duel),
      target === null ? null : nameOf("span", target),
    ),
    facts.length > 0 ? element("ul", { class: "facts" }, ...facts) : null,
  );
}
