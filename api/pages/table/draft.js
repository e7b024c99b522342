// Dice that were refused: their faces are set by tapping, then the roll counts as it is shown.

import { dieWords } from "../dice.js";
import { element } from "../dom.js";
import { faceGrid } from "./correct.js";
import { button, openSheet } from "./dialog.js";
import { photo } from "./die_tile.js";

// Mutable: what was set for the dice of one picture.
export class Draft {
  #picture = null;
  #set = new Map();

  // The dice as they would count; `null` stands for one that is left out.
  over(picture, dice) {
    if (picture !== this.#picture) {
      this.#picture = picture;
      this.#set.clear();
    }
    return dice.map((die, index) => {
      const face = this.#set.has(index) ? this.#set.get(index) : die.shown.face;
      return { ...die, left: this.#set.get(index) === null, shown: { ...die.shown, face } };
    });
  }

  isBegun() {
    return this.#set.size > 0;
  }

  // Opens the sheet of die number `index` and calls `changed()` when it is set.
  edit(die, index, sides, changed) {
    const set = (face) => {
      this.#set.set(index, face);
      sheet.close();
      changed();
    };
    const sheet = openSheet(
      `What does this ${die.shown.group} die show?`,
      element("div", { class: "evidence" }, die.shot === null ? null : photo(die.shot, `Picture of the ${dieWords(die.shown)}`)),
      faceGrid(die.shown, sides, die.shown.face, set),
      element("div", { class: "choices" }, button("It is no die of this roll: leave it out", () => set(null))),
    );
    (sheet.querySelector('.face[aria-pressed="true"]') ?? sheet.querySelector(".face")).focus();
  }
}

// The faces by group, null while one is unknown.
export function facesOf(dice) {
  const counted = dice.filter((die) => !die.left);
  if (counted.length === 0 || counted.some((die) => die.shown.face === null)) return null;
  const faces = {};
  for (const { shown } of counted) (faces[shown.group] ??= []).push(shown.face);
  return faces;
}
