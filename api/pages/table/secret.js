// A decision that the other player must not see: behind a curtain on the shared screen, or on a phone of one's own.

import { element } from "../dom.js";
import { codeDrawing } from "/pages/shared/code.js";
import { button, openSheet } from "./dialog.js";
import { Refused, ask } from "./service.js";

async function openCode(player) {
  try {
    const { link, rows } = await ask("POST", "/api/hands/code", { player });
    openSheet(
      `${player}'s phone`,
      codeDrawing(link, rows),
      element("p", {}, `${player} scans this and decides there, unseen. The code opens once, within ten minutes; the phone stays ${player}'s for the evening.`),
    );
  } catch (problem) {
    if (!(problem instanceof Refused)) throw problem;
    openSheet(`${player}'s phone`, element("p", { class: "refusal" }, problem.message));
  }
}

// The curtain before the options of a hidden decision, which the service tells once somebody says who looks.
export function curtain(player, lifted) {
  const complaint = element("p", { class: "refusal", role: "alert", hidden: "" });
  async function lift() {
    try {
      lifted(await ask("POST", "/api/hands/question", { player }));
    } catch (problem) {
      if (!(problem instanceof Refused)) throw problem;
      complaint.textContent = problem.message;
      complaint.hidden = false;
    }
  }
  return element(
    "div",
    { class: "curtain" },
    element("p", {}, `Only ${player} may look now. What is decided stays hidden until everybody has decided.`),
    element(
      "div",
      { class: "options" },
      button(`I am ${player}: show my options`, lift),
      button("Decide on a phone", () => openCode(player), { class: "plain" }),
    ),
    complaint,
  );
}
