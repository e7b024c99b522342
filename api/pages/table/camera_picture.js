// The camera's picture as it is now, with an outline around each die that lies still: a tap chooses it.

import { countedDice, kindWords } from "../dice.js";
import { draw, element } from "../dom.js";
import { Refused, ask } from "./service.js";

const RENEWED_MS = 1000;
const REACH_PX = 22; // a tap so near a die means it: far dice are smaller than fingers

function counted(lying, chosen) {
  if (lying.width === null) return "Nothing lies still there yet.";
  if (lying.dice.length === 0) return "No dice lie there.";
  const there = countedDice(lying.dice.length);
  if (chosen === 0) return `${there} ${lying.dice.length === 1 ? "lies" : "lie"} still, none is chosen.`;
  return `${chosen} of ${there} chosen.`;
}

// What a die is called, and which of several it is where others are called the same.
function named(die, dice) {
  const words = (one) => `${kindWords(one)} ${one.place}`;
  const same = dice.filter((one) => words(one) === words(die));
  const which = same.length > 1 ? `, ${same.indexOf(die) + 1} of ${same.length}` : "";
  return `${words(die)}${which}${die.learnt === null ? "" : `, learnt as ${die.learnt.replace("/", " with ")}`}`;
}

function place(outline, [x0, y0, x1, y1], { width, height }) {
  outline.style.left = `${(100 * x0) / width}%`;
  outline.style.top = `${(100 * y0) / height}%`;
  outline.style.width = `${(100 * (x1 - x0)) / width}%`;
  outline.style.height = `${(100 * (y1 - y0)) / height}%`;
}

// How far a point lies from a rectangle, and from its middle in units of its size.
function distances({ clientX, clientY }, { left, top, right, bottom, width, height }) {
  const outside = Math.hypot(Math.max(left - clientX, 0, clientX - right), Math.max(top - clientY, 0, clientY - bottom));
  const off = Math.hypot((clientX - (left + right) / 2) / width, (clientY - (top + bottom) / 2) / height);
  return { outside, off };
}

// `chosen` is the set of ids of the dice that are chosen; `changed()` is called whenever a tap or the camera
// changes it.
export function cameraPicture(chosen, changed) {
  const waiting = (words) => element("p", { class: "quiet" }, words);
  const view = element("div", { class: "sight" }, waiting("Waiting for the camera's picture."));
  const outlines = element("div", { class: "outlines", role: "group", "aria-label": "Dice that lie still" });
  const status = element("p", { class: "quiet", role: "status" });
  const shown = element("div", { class: "live" }, view, status);
  const buttons = new Map();
  let lying = { width: null, height: null, dice: [] };

  function mark() {
    for (const [id, outline] of buttons) outline.setAttribute("aria-pressed", chosen.has(id));
    draw(status, counted(lying, chosen.size), (words) => words);
  }

  function toggle(id) {
    if (!chosen.delete(id)) chosen.add(id);
    mark();
    changed();
  }

  // Boxes of dice that touch lie over each other, so the place of a tap decides and not what is on top.
  outlines.addEventListener("click", (event) => {
    if (event.detail === 0) {
      const pressed = lying.dice.find(({ id }) => buttons.get(id) === event.target);
      if (pressed) toggle(pressed.id);
      return;
    }
    const near = lying.dice
      .map(({ id }) => ({ id, ...distances(event, buttons.get(id).getBoundingClientRect()) }))
      .filter(({ outside }) => outside <= REACH_PX)
      .sort((one, other) => one.outside - other.outside || one.off - other.off);
    if (near.length > 0) toggle(near[0].id);
  });

  function outline(die) {
    if (!buttons.has(die.id)) buttons.set(die.id, element("button", { type: "button" }));
    const made = buttons.get(die.id);
    made.setAttribute("aria-label", named(die, lying.dice));
    made.classList.toggle("taught", die.learnt !== null);
    place(made, die.box, lying);
    return made;
  }

  function drawOutlines() {
    // While something moves nobody can tell which dice will have gone.
    outlines.hidden = lying.width === null;
    if (!outlines.hidden) {
      const there = new Set(lying.dice.map(({ id }) => id));
      const left = [...chosen].filter((id) => !there.has(id));
      for (const id of left) chosen.delete(id);
      for (const id of buttons.keys()) if (!there.has(id)) buttons.delete(id);
      const now = lying.dice.map(outline);
      // Whoever has the focus keeps it as long as dice only move.
      if (now.length !== outlines.childElementCount || now.some((one, at) => one !== outlines.children[at])) {
        const held = document.activeElement;
        outlines.replaceChildren(...now);
        if (now.includes(held)) held.focus();
      }
      if (left.length > 0) changed();
    }
    mark();
  }

  async function look() {
    try {
      lying = await ask("GET", "/api/calibration/dice");
    } catch (problem) {
      if (!(problem instanceof Refused)) throw problem;
      lying = { width: null, height: null, dice: [] };
      chosen.clear(); // a program that comes back counts its dice anew
    }
    drawOutlines();
  }

  async function renew() {
    const picture = element("img", { src: `/api/camera?at=${Date.now()}`, class: "picture", alt: "What the camera sees now" });
    try {
      await Promise.all([picture.decode(), look()]);
      if (outlines.parentNode === view) view.firstChild.replaceWith(picture);
      else view.replaceChildren(picture, outlines);
    } catch {
      view.replaceChildren(waiting("The camera has given no picture yet."));
    }
  }

  async function renewing() {
    if (!shown.isConnected) return;
    if (shown.checkVisibility() && !document.hidden) await renew();
    setTimeout(renewing, RENEWED_MS);
  }
  setTimeout(renewing, 0);
  return { shown, look };
}
