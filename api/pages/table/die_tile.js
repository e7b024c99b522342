// A die as a tile: as it counts, and under that as the camera saw it.

import { drawDie } from "../dice.js";
import { element, svg } from "../dom.js";

const MARGIN = 0.18; // Of the box, around it: whether a die leans is seen at its foot.

let match = "";

export const ofMatch = (id) => (match = id);

// The picture of one die, cut out of the picture of the table, or the crop that was kept of it; empty without either.
export function photo({ picture, width, height, box, index }, words) {
  const [x0, y0, x1, y1] = box;
  const side = Math.max(x1 - x0, y1 - y0) * (1 + 2 * MARGIN);
  const [x, y] = [(x0 + x1 - side) / 2, (y0 + y1 - side) / 2];
  const image = svg("image", { href: `/api/pictures/${picture}`, width, height });
  image.addEventListener(
    "error",
    () => {
      for (const [key, value] of Object.entries({ x, y, width: side, height: side })) image.setAttribute(key, value);
      image.setAttribute("href", `/api/matches/${match}/pictures/${picture}/dice/${index}`);
      image.addEventListener("error", () => image.remove(), { once: true }); // the oldest crops are kept no more
    },
    { once: true },
  );
  const named = words === null ? { "aria-hidden": "true" } : { role: "img", "aria-label": words };
  return svg("svg", { viewBox: `${x} ${y} ${side} ${side}`, class: "photo", ...named }, image);
}

// A button with a die on it; `act` is what a tap does, in a word or two for those who do not see it, and null
// where dice are only shown. The focus finds it again by `key` after it was drawn anew.
export function dieTile({ shown, shot, wasRead, key, act, tap }) {
  const changed = wasRead !== null && wasRead !== undefined && wasRead !== shown.face;
  const looks = shown.face === null ? "tile unread" : "tile";
  const parts = [
    drawDie(shown),
    shot === null ? null : photo(shot, null),
    changed ? element("span", { class: "corrected" }, `read as ${wasRead}`) : null,
  ];
  if (act === null) return element("span", { class: looks }, ...parts);
  const made = element(
    "button",
    { type: "button", class: looks, "data-key": key, disabled: act === "" ? "" : null },
    ...parts,
    element("span", { class: "unseen" }, act),
  );
  made.addEventListener("click", tap);
  return made;
}
