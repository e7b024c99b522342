// A pass of Bushido in a line.

import { element } from "../dom.js";

// One pass: who hits or is stopped, by how much, and what the damage rolls did.
export function passLine({ head, sums, level, succeeds, wounds }) {
  return element(
    "p",
    { class: succeeds ? "pass hit" : "pass stopped" },
    element("strong", {}, head),
    element("span", { class: "level" }, `success level ${level}`),
    element("span", { class: "sums" }, sums),
    wounds === null ? null : element("span", { class: "pass-wounds" }, wounds === 1 ? "1 wound" : `${wounds} wounds`),
  );
}
