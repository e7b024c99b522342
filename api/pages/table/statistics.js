// The evening in numbers: do the dice roll fairly, and who was lucky?

import { drawDie } from "../dice.js";
import { element, svg } from "../dom.js";
import { faceColumns, luckPlot, shapeOf } from "./charts.js";
import { Refused, ask } from "./service.js";

const SPREAD = Math.sqrt(1 / 12); // standard deviation of the luck of one fair throw, which is as likely anywhere

function facesCard(dice) {
  const { body, marks, kind, used, rolled, share, text } = dice;
  const named = `${body} with ${marks} ${kind === "d6" ? "pips" : "numerals"}`;
  return element(
    "section",
    { class: "card", "aria-label": named },
    element(
      "header",
      { class: "dice-head" },
      drawDie({ kind, face: kind === "d6" ? 5 : 20, body, marks }, { "aria-hidden": "true" }),
      element("h3", {}, named),
      element("span", { class: "quiet" }, `${rolled} ${rolled === 1 ? "die" : "dice"}, ${used.join(", ")}`),
    ),
    faceColumns(dice),
    element("p", { class: share !== null && share < 0.05 ? "verdict unusual" : "verdict" }, text),
  );
}

const better = ({ worse, equal }) => worse.share + equal.share / 2;
const points = (share) => `${Math.round(100 * share)} %`;

function playersLuck(player, which, throws) {
  const own = throws.filter((one) => one.player === player);
  if (own.length === 0) return element("li", {}, `${player} has not thrown yet.`);
  const mean = own.reduce((sum, one) => sum + one.better, 0) / own.length;
  const usual = (1.96 * SPREAD) / Math.sqrt(own.length);
  const [least, most] = [Math.max(0, 0.5 - usual), Math.min(1, 0.5 + usual)];
  const verdict = mean > most ? "luckier than is usual" : mean < least ? "unluckier than is usual" : "as lucky as anybody";
  return element(
    "li",
    {},
    svg("svg", { viewBox: "-9 -9 18 18", class: `mark series-${which}`, "aria-hidden": "true" }, shapeOf(which, 0, 0)),
    `${player}: ${own.length === 1 ? "one throw was" : `${own.length} throws were`} on average better than ${points(mean)} of what could have been, ` +
      `${verdict} (${points(least)} to ${points(most)} is usual, 19 times in 20).`,
  );
}

function luckCard(luck, players) {
  const throws = luck.map((one) => ({ player: one.player, better: better(one) }));
  if (throws.length === 0) return element("p", { class: "quiet" }, "Luck is told after each throw that has odds; none has been yet.");
  return element(
    "section",
    { class: "card", "aria-label": "Luck" },
    luckPlot(throws, players),
    element("ul", { class: "legend" }, ...players.map((player, which) => playersLuck(player, which, throws))),
  );
}

export async function open(part, state) {
  try {
    const { faces, luck } = await ask("GET", "/api/statistics");
    part.replaceChildren(
      element("h1", {}, "Statistics"),
      element("h2", {}, "Luck of the evening"),
      luckCard(luck, state.players),
      element("h2", {}, "The dice"),
      faces.length === 0
        ? element("p", { class: "quiet" }, "No dice of this table's groups have been thrown yet.")
        : element("div", { class: "cards" }, ...faces.map(facesCard)),
    );
  } catch (problem) {
    if (!(problem instanceof Refused)) throw problem;
    part.replaceChildren(element("p", { class: "refusal", role: "alert" }, problem.message));
  }
}
