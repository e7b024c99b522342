// A match or a whole evening in numbers: do the dice roll fairly, and who was lucky?

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

// Who threw: an evening may have seen others than those who play now.
const throwers = (luck) => [...new Set(luck.map((one) => one.player))];

const DAY = new Intl.DateTimeFormat("en-GB", { weekday: "long", day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });

const dayWords = ({ evening, matches }) =>
  `Evening of ${DAY.format(new Date(evening))}: ${matches.length} ${matches.length === 1 ? "match" : "matches"}`;

let asked = ""; // the evening that is shown, "" for the match that is played

function scope(evenings, change) {
  const chosen = element(
    "select",
    { id: "statistics-of" },
    element("option", { value: "" }, "This match"),
    ...evenings.map((one) => element("option", { value: one.evening }, dayWords(one))),
  );
  chosen.value = asked;
  chosen.addEventListener("change", () => {
    asked = chosen.value;
    change();
  });
  return element("div", { class: "field scope" }, element("label", { for: "statistics-of" }, "Statistics of"), chosen);
}

export async function open(part, state) {
  try {
    const evenings = await ask("GET", "/api/statistics/evenings");
    if (!evenings.some((one) => one.evening === asked)) asked = "";
    const { faces, luck, left_out: leftOut } = await ask("GET", `/api/statistics${asked === "" ? "" : `?evening=${asked}`}`);
    const hadFocus = part.querySelector("#statistics-of") !== null && document.activeElement?.id === "statistics-of";
    part.replaceChildren(
      element("h1", {}, "Statistics"),
      ...[
        evenings.length > 0 ? scope(evenings, () => open(part, state)) : null,
        leftOut.length > 0
          ? element("p", { class: "quiet" }, `Not counted, as the rules have changed since: ${leftOut.join(", ")}.`)
          : null,
      ].filter(Boolean),
      element("h2", {}, asked === "" ? "Luck of the match" : "Luck of the evening"),
      luckCard(luck, asked === "" ? state.players : throwers(luck)),
      element("h2", {}, "The dice"),
      faces.length === 0
        ? element("p", { class: "quiet" }, "No dice of this table's groups have been thrown yet.")
        : element("div", { class: "cards" }, ...faces.map(facesCard)),
    );
    if (hadFocus) part.querySelector("#statistics-of")?.focus();
  } catch (problem) {
    if (!(problem instanceof Refused)) throw problem;
    part.replaceChildren(element("p", { class: "refusal", role: "alert" }, problem.message));
  }
}
