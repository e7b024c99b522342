// Dice as drawings in their own colours, and always in words as well.

import { svg } from "./dom.js";

// Screen colours for the names the camera gives; a name not listed is drawn in grey and told by its word.
const COLOURS = {
  black: "#1d1d22",
  white: "#f4f1e8",
  ivory: "#efe6c9",
  cream: "#efe6c9",
  grey: "#8b8f98",
  gray: "#8b8f98",
  silver: "#b9bec6",
  red: "#c22f2f",
  orange: "#e07b24",
  yellow: "#efc52f",
  gold: "#d2a53a",
  green: "#2f8f4a",
  teal: "#1f8a8a",
  cyan: "#2aa9c9",
  blue: "#2f5fc2",
  purple: "#7a3fa8",
  violet: "#7a3fa8",
  pink: "#e07aa5",
  brown: "#7a5230",
  clear: "#c9d6dd",
};
const UNKNOWN = "#8b8f98";

export const paint = (name) => COLOURS[name] ?? UNKNOWN;

const LEAST_CONTRAST = 3; // of what is told by its shape, as the WCAG ask it

// Relative luminance of a screen colour as the WCAG define it, 0 to 1.
function luminance(colour) {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one, other) {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

// The outline that marks need to stand out from their die, in black or white; none where their colour does.
function outline(die) {
  const body = paint(die.body);
  if (contrast(body, paint(die.marks)) >= LEAST_CONTRAST) return {};
  const [stroke] = [COLOURS.black, COLOURS.white].sort((one, other) => contrast(body, other) - contrast(body, one));
  return { class: "outlined", stroke };
}

const PIPS = {
  1: [[50, 50]],
  2: [[28, 28], [72, 72]],
  3: [[26, 26], [50, 50], [74, 74]],
  4: [[28, 28], [72, 28], [28, 72], [72, 72]],
  5: [[27, 27], [73, 27], [50, 50], [27, 73], [73, 73]],
  6: [[28, 24], [72, 24], [28, 50], [72, 50], [28, 76], [72, 76]],
};

// Numerals stand on every kind but the six-sided one with pips.
const isPipped = (die) => (die.kind ?? "d6") === "d6";

export const countedDice = (count) => `${count} ${count === 1 ? "die" : "dice"}`;

export const kindWords = (die) =>
  `${die.body} ${isPipped(die) ? "die" : die.kind} with ${die.marks} ${isPipped(die) ? "pips" : "numerals"}`;

export function dieWords(die) {
  return die.face === null ? `${kindWords(die)}, unread: ${die.problem}` : `${kindWords(die)}: ${die.face}`;
}

const CUBE = [
  ["rect", { x: 4, y: 4, width: 92, height: 92, rx: 19, class: "die-body" }],
  ["rect", { x: 10, y: 9, width: 80, height: 80, rx: 15, class: "die-light" }],
];
// An icosahedron seen on one of its faces.
const TWENTY = [
  ["path", { d: "M50 2 L92 26 V74 L50 98 L8 74 V26 Z", class: "die-body" }],
  ["path", { d: "M50 13 L84 71 H16 Z M50 2 V13 M92 26 L84 71 M8 26 L16 71 M50 13 L92 26 M50 13 L8 26 M16 71 L8 74 M16 71 L50 98 L84 71 L92 74", class: "die-edge" }],
];

function marks(die) {
  if (die.face === null) return [svg("text", { x: 50, y: 74, class: "unread-mark", "text-anchor": "middle" }, "?")];
  const look = { fill: paint(die.marks), ...outline(die) };
  if (isPipped(die)) return (PIPS[die.face] ?? []).map(([x, y]) => svg("circle", { cx: x, cy: y, r: 9.5, ...look }));
  return [svg("g", look, svg("text", { x: 50, y: 64, class: "numeral", "text-anchor": "middle" }, String(die.face)))];
}

// A die as an <svg> of 100 units a side; `extra` are further attributes such as its place.
export function drawDie(die, extra = {}) {
  const words = dieWords(die);
  const shape = (isPipped(die) ? CUBE : TWENTY).map(([name, attributes]) => svg(name, attributes));
  shape[0].setAttribute("fill", paint(die.body));
  shape[1].setAttribute("stroke", paint(die.marks));
  return svg(
    "svg",
    { viewBox: "0 0 100 100", class: die.face === null ? "die unread" : "die", role: "img", "aria-label": words, ...extra },
    svg("title", {}, words),
    ...shape,
    ...marks(die),
  );
}
