// The story of the exchange in sentences, each with its step of the rules; what a correction has overtaken is kept.

import { element } from "../dom.js";

const WEIGHTY = new Set(["compared", "damage_rolled", "wounded", "removed", "exchange_over", "exchange_resolved"]);

function sentence({ type, step, text, note }) {
  const kind = note ? "note" : WEIGHTY.has(type) ? "weighty" : null;
  return element(
    "li",
    { class: kind },
    step === null ? null : element("span", { class: "step", title: `Step ${step} of the rules` }, `${step}`),
    step === null ? null : element("span", { class: "unseen" }, " (step of the rules) "),
    text,
  );
}

function overtaken(lines) {
  return element(
    "li",
    { class: "overtaken" },
    element(
      "details",
      {},
      element("summary", {}, `What was told before (${lines.length} ${lines.length === 1 ? "sentence" : "sentences"})`),
      element("ol", {}, ...lines.map(sentence)),
    ),
  );
}

export function storyLines(story) {
  const made = [];
  let gone = [];
  for (const line of [...story, null]) {
    if (line?.gone) {
      gone.push(line);
      continue;
    }
    if (gone.length > 0) made.push(overtaken(gone));
    gone = [];
    if (line !== null) made.push(sentence(line));
  }
  return made;
}
