// A shape for everything that colour tells as well, drawn in 26 units a side.

import { svg } from "./dom.js";

const PATHS = {
  attack: "M20 3 L23 6 L10 19 L13 22 L11 24 L8 21 L4 25 L1 22 L5 18 L2 15 L4 13 L7 16 Z",
  defence: "M13 2 L23 5 V12 C23 18 19 22 13 25 C7 22 3 18 3 12 V5 Z",
  damage: "M13 2 C17 9 21 13 21 17.5 A8 8 0 0 1 5 17.5 C5 13 9 9 13 2 Z",
  critical: "M13 1 L16 9 L25 7 L19 13 L25 20 L16 17 L13 25 L10 17 L1 20 L7 13 L1 7 L10 9 Z",
  special: "M13 1 L17 9 L25 13 L17 17 L13 25 L9 17 L1 13 L9 9 Z",
  flag: "M5 1 H8 V3 H23 L19 9 L23 15 H8 V25 H5 Z",
  good: "M10 22 L2 14 L5 11 L10 16 L21 4 L24 7 Z",
  bad: "M5 2 L13 10 L21 2 L24 5 L16 13 L24 21 L21 24 L13 16 L5 24 L2 21 L10 13 L2 5 Z",
  versus: "M3 10 H15 V4 L24 13 L15 22 V16 H3 Z",
  dice: "M5 2 H21 A3 3 0 0 1 24 5 V21 A3 3 0 0 1 21 24 H5 A3 3 0 0 1 2 21 V5 A3 3 0 0 1 5 2 Z M8 5.5 a2.5 2.5 0 1 0 0.01 0 Z M13 10.5 a2.5 2.5 0 1 0 0.01 0 Z M18 15.5 a2.5 2.5 0 1 0 0.01 0 Z",
  broken: "M4 4 L9 9 M22 22 L17 17 M13 3 V8 M3 13 H8 M23 13 H18 M13 23 V18",
};

export function sign(name) {
  const path = svg("path", { d: PATHS[name] ?? PATHS.dice, "fill-rule": "evenodd" });
  return svg("svg", { viewBox: "0 0 26 26", class: `sign sign-${name}`, "aria-hidden": "true" }, path);
}
