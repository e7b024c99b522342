// Letters of a size that the browser has not set yet take it longer than all the rest of a picture.

import { clashCard } from "./centre.js";

// What is set largest and comes in the moment that counts; its words are never seen.
const FIRST_CLASH = {
  attacker: "Aya",
  target: "Chiyo",
  duel: { attack: 6, defence: 5, success: true, level: 1 },
  steps: [{ sign: "attack", label: "to hit", results: [{ value: "4+", good: true }, { value: "2", good: false }] }],
  verdict: { harm: true, words: "1 wound" },
};

// Lays a clash out in `node` and takes it away before the browser draws its next picture. As the first it hides none:
// which are left out where it gets crowded is counted from the last.
export function warm(node) {
  const card = clashCard(FIRST_CLASH);
  node.prepend(card);
  card.getBoundingClientRect();
  card.remove();
}
