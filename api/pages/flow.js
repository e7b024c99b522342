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
