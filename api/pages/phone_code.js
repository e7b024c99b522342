// The code that leads a phone to its camera page, beside the board for as long as no phone sends pictures.

import { element } from "./dom.js";
import { codeDrawing } from "./shared/code.js";

const RENEWED_AFTER_MS = 9 * 60 * 1000; // The link in it opens the page for ten minutes.

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
  return [
    element("h2", {}, "Make a phone the camera"),
    codeDrawing(link, rows),
    element(
      "p",
      {},
      "Scan it with the phone. Its browser warns of a certificate that it does not know: this computer made it; go on.",
    ),
  ];
}
