// Buttons that steer a table's flow, and the odds of what is awaited.

import { element } from "./dom.js";

const PASSES = new Set(["none", "nothing", "done"]); // options that change nothing

const isRoll = (answer) => answer.faces !== undefined;

function skippable(asked) {
  if (asked === null) return false;
  if (asked.kind === "throw") return asked.before !== null;
  return asked.options.some((option) => PASSES.has(option));
}

// What may be done now: words, method and path of each.
export function deeds({ asked, played, outcome, evening, paused }) {
  const found = [];
  if (asked !== null) found.push(paused ? ["Go on", "POST", "/api/resume"] : ["Pause", "POST", "/api/pause"]);
  if (skippable(asked)) found.push(["Skip", "POST", "/api/skip"]);
  if (played.some(isRoll)) found.push(["Void the last roll", "POST", "/api/void"]);
  if (outcome !== null && !evening) found.push(["Next exchange", "POST", "/api/evening"]);
  return found;
}

// The faces by group in typed words such as `attack 4 2 defence 5`, or null where they make no sense.
export function facesIn(text, groups) {
  const faces = {};
  let group = groups.length === 1 ? groups[0] : null;
  for (const word of text.toLowerCase().split(/[\s,:;]+/).filter(Boolean)) {
    if (groups.includes(word)) group = word;
    else if (group !== null && /^\d{1,3}$/.test(word)) (faces[group] ??= []).push(Number(word));
    else return null;
  }
  return Object.keys(faces).length > 0 ? faces : null;
}

// A line to type a roll into that the camera cannot read; `send(faces)` gets it, `complain(words)` what is wrong.
export function rollForm(groups, send, complain) {
  const example = groups.length === 1 ? "4 2" : `${groups[0]} 4 2 ${groups[1]} 5`;
  const line = element("input", { type: "text", "aria-label": "Roll", placeholder: example, autocomplete: "off" });
  const form = element("form", { class: "roll" }, line, element("button", { type: "submit" }, "Enter the roll"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const faces = facesIn(line.value, groups);
    if (faces === null) complain(`Expected faces such as: ${example}`);
    else send(faces);
  });
  return form;
}

const percent = (share) => `${(100 * share).toFixed(1)} %`;

function oddsLine({ outcome, share }) {
  return element("li", {}, `${outcome}: ${percent(share)}`);
}

// The odds of what is awaited, as `GET /api/odds` tells them.
export function oddsList({ odds, reason }) {
  if (odds.length === 0) return element("p", {}, reason ?? "No odds are known here");
  return odds.map(({ about, given, outcomes }) =>
    element(
      "div",
      { class: "odds" },
      element("h3", {}, given ? `${about} (${given})` : about),
      element("ul", {}, ...outcomes.map(oddsLine)),
    ),
  );
}
