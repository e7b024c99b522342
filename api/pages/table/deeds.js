// Buttons that steer a table's flow, and a line to type a roll that the camera cannot read.

import { element } from "../dom.js";
import { button } from "./dialog.js";
import { keyed } from "./redraw.js";

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
  if (outcome !== null && !evening) found.push(["Next exchange", "POST", "/api/evening"]);
  // The last rolls may be typed during a pause, which lasts on when nothing is asked any more.
  if (paused) found.push(["Go on", "POST", "/api/resume"]);
  else if (asked !== null) found.push(["Pause", "POST", "/api/pause"]);
  if (skippable(asked)) found.push(["Skip", "POST", "/api/skip"]);
  // A roll that was answered last is voided, which is the same.
  const last = played.at(-1);
  if (last !== undefined && !isRoll(last)) found.push(["Take the last decision back", "DELETE", `/api/answers/${played.length - 1}`]);
  if (played.some(isRoll)) found.push(["Void the last roll", "POST", "/api/void"]);
  return found;
}

const TAKES_PLACE_OF = { "Go on": "Pause" };

export function deedButtons(found, act) {
  return found.map(([words, method, path], at) => {
    const made = button(words, () => act(method, path), { class: at === 0 && words === "Next exchange" ? "main" : "plain" });
    return keyed(TAKES_PLACE_OF[words] ?? words, made);
  });
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

const FACES = [4, 2, 5, 3, 1, 6];

// A roll of so many dice as it may be typed: `attack 4 2 defence 5`, or `4 2 5` where there is one group.
function exampleRoll(groups, total) {
  const faces = Array.from({ length: Math.max(total, groups.length) }, (_, at) => FACES[at % FACES.length]);
  const words = groups.map((group, at) => {
    const its = faces.splice(0, Math.ceil(faces.length / (groups.length - at))).join(" ");
    return groups.length === 1 ? its : `${group} ${its}`;
  });
  return words.join(" ");
}

// `send(faces)` gets what was typed, `complain(words)` what is wrong with it.
export function rollForm({ groups, total }, send, complain) {
  const example = exampleRoll(groups, total);
  const line = keyed("roll", element("input", { type: "text", "aria-label": "Roll", placeholder: example, autocomplete: "off" }));
  const form = element(
    "form",
    { class: "roll" },
    line,
    element("button", { type: "submit", class: "plain" }, "Enter the roll"),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const faces = facesIn(line.value, groups);
    if (faces === null) complain(`Expected faces such as: ${example}`);
    else send(faces);
  });
  return form;
}
