// A QR code as a drawing, from the rows of modules that the service makes.

import { svg } from "../dom.js";

const MARGIN = 4; // Modules of white around a code, without which phones do not find it.

export function codeDrawing(link, rows) {
  const side = rows.length + 2 * MARGIN;
  const dark = rows.flatMap((row, y) =>
    [...row].map((module, x) => (module === "1" ? `M${x + MARGIN} ${y + MARGIN}h1v1h-1z` : "")),
  );
  return svg(
    "svg",
    { viewBox: `0 0 ${side} ${side}`, class: "code", role: "img", "aria-label": `Code that opens ${link}` },
    svg("rect", { width: side, height: side, fill: "#ffffff" }),
    svg("path", { d: dark.join(""), fill: "#000000" }),
  );
}
