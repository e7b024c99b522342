// Odds before a throw and luck after it, as bars with their numbers beside them.

import { element, svg } from "../dom.js";

export const percent = (share) => {
  const points = 100 * share;
  if (points > 0 && points < 0.1) return "below 0.1 %";
  return `${points.toFixed(points > 0 && points < 10 ? 1 : 0)} %`;
};

function bar(share, kind) {
  return svg(
    "svg",
    { viewBox: "0 0 100 6", preserveAspectRatio: "none", class: `bar ${kind}`, "aria-hidden": "true" },
    svg("rect", { width: 100, height: 6, class: "bar-ground" }),
    svg("rect", { width: Math.max(100 * share, share > 0 ? 0.6 : 0), height: 6, class: "bar-share" }),
  );
}

function outcomeRow({ outcome, share }) {
  return element(
    "li",
    {},
    element("span", { class: "outcome" }, String(outcome)),
    bar(share, "odds-bar"),
    element("span", { class: "share" }, percent(share)),
  );
}

// `odds` as `GET /api/odds` tells them.
export function oddsList({ odds, reason }) {
  if (odds.length === 0) return reason ? [element("p", { class: "quiet" }, reason)] : [];
  return odds.map(({ about, given, outcomes }) =>
    element(
      "div",
      { class: "odds" },
      element("h3", {}, given ? `${about} (${given})` : about),
      element("ul", {}, ...outcomes.map(outcomeRow)),
    ),
  );
}

export function luckWords({ worse, equal, better }) {
  return `${percent(worse.share)} of throws are worse, ${percent(equal.share)} as good, ${percent(better.share)} better`;
}

// Where a throw lies among all that could have been: worse ones at the left, better ones at the right.
export function luckBar(luck) {
  const [worse, equal] = [100 * luck.worse.share, 100 * luck.equal.share];
  return element(
    "div",
    { class: "luck" },
    svg(
      "svg",
      { viewBox: "0 0 100 6", preserveAspectRatio: "none", class: "bar", role: "img", "aria-label": `${luck.score}: ${luckWords(luck)}` },
      svg("rect", { width: 100, height: 6, class: "bar-ground" }),
      svg("rect", { width: worse, height: 6, class: "bar-worse" }),
      svg("rect", { x: worse, width: Math.max(equal, 0.8), height: 6, class: "bar-equal" }),
    ),
    element("p", { class: "quiet" }, `Luck: ${luckWords(luck)}.`),
  );
}
