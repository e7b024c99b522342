// The code that leads a phone to its camera page, beside the board for as long as no phone sends pictures.

import { element, svg } from "./dom.js";

const RENEWED_AFTER_MS = 9 * 60 * 1000; // The link in it opens the page for ten minutes.
const MARGIN = 4; // Modules of white around a code, without which phones do not find it.

let served = null;
let renewal = null;

// Draws the code into a node while `wanted`, if this table's camera is a phone.
export async function showPhoneCode(node, wanted) {
  if (!wanted) {
    clearTimeout(renewal);
    renewal = null;
    node.replaceChildren();
    return;
  }
  if (renewal !== null) return;
  renewal = setTimeout(() => {}, 0); // Nobody else asks meanwhile.
  served ??= (await (await fetch("/api/phone")).json()).served;
  if (!served) return;
  const answer = await fetch("/api/phone/code", { method: "POST" });
  if (!answer.ok || renewal === null) return;
  node.replaceChildren(...codeOf(await answer.json()));
  renewal = setTimeout(() => {
    renewal = null;
    showPhoneCode(node, true);
  }, RENEWED_AFTER_MS);
}

function codeOf({ link, rows }) {
  const side = rows.length + 2 * MARGIN;
  const dark = rows.flatMap((row, y) =>
    [...row].map((module, x) => (module === "1" ? `M${x + MARGIN} ${y + MARGIN}h1v1h-1z` : "")),
  );
  return [
    element("h2", {}, "Make a phone the camera"),
    svg(
      "svg",
      { viewBox: `0 0 ${side} ${side}`, class: "code", role: "img", "aria-label": `Code that opens ${link}` },
      svg("rect", { width: side, height: side, fill: "#ffffff" }),
      svg("path", { d: dark.join(""), fill: "#000000" }),
    ),
    element(
      "p",
      {},
      "Scan it with the phone. Its browser warns of a certificate that it does not know: this computer made it; go on.",
    ),
  ];
}
