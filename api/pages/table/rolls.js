// Every roll of the evening with its dice, its luck, and its pictures to look at once more.

import { drawDie, dieWords } from "../dice.js";
import { element, svg } from "../dom.js";
import { groupSign } from "../groups.js";
import { button, openSheet } from "./dialog.js";
import { photo } from "./die_tile.js";
import { luckBar, oddsList } from "./odds.js";

export const title = ({ player, purpose }) => `${player}: ${purpose.replaceAll("_", " ")}`;

function facesByGroup(roll) {
  return roll.groups
    .map((group) => [group, roll.dice.filter((die) => die.shown.group === group)])
    .filter(([, dice]) => dice.length > 0)
    .map(([group, dice]) =>
      element(
        "span",
        { class: "small-group" },
        groupSign(group),
        element("span", { class: "unseen" }, group),
        ...dice.map((die) => drawDie(die.shown)),
      ),
    );
}

export function rollCard(roll, replay) {
  return element(
    "li",
    { class: "roll-card" },
    element("div", { class: "roll-head" }, element("h3", {}, title(roll)), button("Look at it", replay, { class: "quiet-button", "aria-label": `Look at the roll ${title(roll)}` })),
    element("div", { class: "roll-dice" }, ...facesByGroup(roll)),
    roll.luck === null ? null : luckBar(roll.luck),
  );
}

const samePlace = (one, other) => one.box.join() === other.box.join();

// `isOther` says that the die lies there from somebody else's roll.
function framed(die, unit, isOther) {
  const [x0, y0, x1, y1] = die.box;
  const unread = die.face === null;
  const size = 1.5 * unit;
  const middle = y0 > 1.2 * size ? y0 - 0.62 * size : y1 + 0.62 * size;
  return svg(
    "g",
    { class: `seen${unread ? " unread" : ""}${isOther ? " other" : ""}`, role: "img", "aria-label": dieWords(die) },
    svg("title", {}, dieWords(die)),
    svg("rect", { x: x0, y: y0, width: x1 - x0, height: y1 - y0, rx: unit / 3, "stroke-width": unit / 5 }),
    svg("circle", { cx: (x0 + x1) / 2, cy: middle, r: size / 2 }),
    svg("text", { x: (x0 + x1) / 2, y: middle + 0.36 * unit, "font-size": unit, "text-anchor": "middle" }, unread ? "?" : String(die.face)),
  );
}

// The picture of a table with what was read drawn over it; dice that are none of `own` are drawn faintly.
export function tablePicture({ picture, width, height, dice }, words, own = dice) {
  const image = svg("image", { href: `/api/pictures/${picture}`, width, height });
  const made = svg(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, class: "picture", role: "group", "aria-label": words },
    image,
    ...dice.map((die) => framed(die, width / 34, !own.some((one) => samePlace(one, die)))),
  );
  // The service keeps the latest pictures while it runs; of older rolls it keeps their dice alone.
  const lost = element("p", { class: "quiet" }, `${words}: the picture is no longer kept.`);
  image.addEventListener("error", () => made.replaceWith(lost), { once: true });
  return made;
}

// Opens the pictures of roll number `at`: the table before it and after it, and each of its dice.
export function openReplay(rolls, at, pictures) {
  const roll = rolls[at];
  const after = roll.picture === null ? undefined : pictures[roll.picture];
  const before = Object.keys(pictures).map(Number).filter((one) => one < roll.picture).pop();
  const shots = roll.dice.filter((die) => die.shot !== null);
  const stage = element("div", { class: "replay-stage" });
  const show = (number) => {
    const words = number === roll.picture ? "After the roll" : "Before the roll";
    const own = shots.map((die) => die.shot);
    stage.replaceChildren(tablePicture({ picture: number, ...pictures[number] }, words, number === roll.picture ? own : undefined));
  };
  const turns = [];
  if (after !== undefined) {
    show(roll.picture);
    if (before !== undefined) {
      turns.push(
        button("Before", () => turn(0, before), { "aria-pressed": "false" }),
        button("After", () => turn(1, roll.picture), { "aria-pressed": "true" }),
      );
    }
  }
  function turn(pressed, number) {
    turns.forEach((one, index) => one.setAttribute("aria-pressed", String(index === pressed)));
    show(number);
  }
  const go = (words, to) =>
    button(
      words,
      () => {
        sheet.close();
        openReplay(rolls, to, pictures);
      },
      to < 0 || to >= rolls.length ? { disabled: "" } : {},
    );
  const sheet = openSheet(
    title(roll),
    after === undefined ? null : stage,
    turns.length > 0 ? element("div", { class: "choices", role: "group", "aria-label": "Moment" }, ...turns) : null,
    shots.length > 0
      ? element(
          "ul",
          { class: "evidence-row" },
          ...shots.map((die) =>
            element("li", {}, photo(die.shot, `Picture of the ${dieWords(die.shown)}`), drawDie(die.shown), element("span", {}, die.shown.group)),
          ),
        )
      : element("p", { class: "quiet" }, "This roll was typed in; there is no picture of it."),
    roll.luck === null ? null : luckBar(roll.luck),
    roll.odds === null
      ? null
      : element("details", {}, element("summary", {}, "What could have come"), ...oddsList(roll.odds, "Odds before the throw").filter(Boolean)),
    element("div", { class: "choices" }, go("Roll before", at - 1), go("Next roll", at + 1)),
  );
}
