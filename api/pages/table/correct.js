// Corrects a die: a tap on the face that it shows is enough; its group, taking it away or adding one takes two.

import { dieWords, drawDie } from "../dice.js";
import { element } from "../dom.js";
import { button, openSheet } from "./dialog.js";
import { photo } from "./die_tile.js";
import { Refused, ask } from "./service.js";

// Large faces to choose from; `chosen` is marked, `pick(face)` gets the choice.
export function faceGrid(shown, sides, chosen, pick) {
  const faces = Array.from({ length: sides }, (_, at) => at + 1);
  const keys = faces.map((face) =>
    element(
      "button",
      { type: "button", class: "face", "aria-pressed": String(face === chosen), "aria-label": `${face}` },
      drawDie({ ...shown, face }, { "aria-hidden": "true", role: null }),
      element("span", { "aria-hidden": "true" }, String(face)),
    ),
  );
  keys.forEach((key, at) => key.addEventListener("click", () => pick(faces[at])));
  const grid = element("div", { class: sides > 6 ? "faces many" : "faces", role: "group", "aria-label": "Face" }, ...keys);
  // A digit on the keyboard is the quickest way.
  grid.addEventListener("keydown", ({ key }) => {
    if (sides <= 9 && Number(key) >= 1 && Number(key) <= sides) pick(Number(key));
  });
  return grid;
}

function groupChoice(groups, chosen, pick) {
  if (groups.length < 2) return null;
  const keys = groups.map((group) => button(group, () => pick(group), { "aria-pressed": String(group === chosen) }));
  return element("div", { class: "choices", role: "group", "aria-label": "Group" }, element("span", {}, "It belongs to"), ...keys);
}

// Opens the sheet for die `index` of a roll; without one, for a die that is to be added to it.
export function correctDie(roll, index) {
  const die = index === null ? null : roll.dice[index];
  const shown = die?.shown ?? { ...(roll.dice[0]?.shown ?? { body: "white", marks: "black" }), group: roll.groups[0] };
  const complaint = element("p", { class: "refusal", role: "alert", hidden: "" });
  let group = shown.group;

  async function change(...changes) {
    try {
      await ask("PATCH", `/api/answers/${roll.answer}`, { changes });
      sheet.close();
    } catch (problem) {
      if (!(problem instanceof Refused)) throw problem;
      complaint.textContent = problem.message;
      complaint.hidden = false;
    }
  }

  function setFace(face) {
    if (die === null) return change({ face, group });
    return change({ die: die.index, face, ...(group === shown.group ? {} : { group }) });
  }

  const groups = element("div");
  function drawGroups() {
    const made = groupChoice(roll.groups, group, (chosen) => {
      group = chosen;
      if (die !== null && die.shown.face !== null) change({ die: die.index, group });
      else drawGroups();
    });
    groups.replaceChildren(...(made === null ? [] : [made]));
  }
  drawGroups();

  const sheet = openSheet(
    die === null ? `Add a die to ${roll.player}'s roll` : `What does this ${shown.group} die show?`,
    die === null
      ? null
      : element(
          "div",
          { class: "evidence" },
          die.shot === null
            ? element("p", { class: "quiet" }, "It was typed in; there is no picture of it.")
            : photo(die.shot, `Picture of the ${dieWords(die.shown)}`),
          element("p", {}, `It counts as ${shown.face}.${die.wasRead !== null && die.wasRead !== shown.face ? ` The camera read ${die.wasRead}.` : ""}`),
        ),
    faceGrid(shown, roll.sides, die === null ? null : shown.face, setFace),
    complaint,
    groups,
    die === null
      ? null
      : element(
          "div",
          { class: "choices" },
          button("It is no die of this roll: remove it", () => change({ die: die.index, remove: true })),
          button("Add another die", () => {
            sheet.close();
            correctDie(roll, null);
          }),
        ),
  );
  (sheet.querySelector('.face[aria-pressed="true"]') ?? sheet.querySelector(".face")).focus();
}
