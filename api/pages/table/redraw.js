// Draws, and loses no focus: what had it may be gone from what is drawn now.

import { draw } from "../dom.js";

// A control that takes over the focus of the one that had the same key.
export const keyed = (key, made) => {
  made.dataset.key = key;
  return made;
};

function focusHeading(heading, key) {
  heading.setAttribute("tabindex", "-1");
  if (key !== undefined) heading.dataset.standsFor = key;
  heading.focus();
}

// Gives the focus back to what had it, or to the heading of the part while that is gone: what a correction takes
// back may be drawn anew a picture later. A part without a heading gives it to the one that `elsewhere` finds.
export function redraw(part, value, render, elsewhere = () => null) {
  const held = part.contains(document.activeElement) ? document.activeElement : null;
  draw(part, value, render);
  if (held === null || held.isConnected) return;
  const key = held.dataset.key ?? held.dataset.standsFor;
  const again = key === undefined ? null : part.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (again !== null) return again.focus();
  const heading = part.querySelector("h1, h2");
  if (heading !== null) return focusHeading(heading, key);
  const other = elsewhere();
  if (other !== null) focusHeading(other);
}
