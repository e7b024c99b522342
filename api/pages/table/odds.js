// Odds before a throw and luck after it, as bars with their numbers beside them.

import { element, svg } from "../dom.js";

export const percent = (share) => {
  const points = 100 * share;
  if (points > 0 && points < 0.1) return "below 0.1 %";
  return `${points.toFixed(points > 0 && points < 10 ? 1 : 0)} %`;
};

// From 0 to `least` full, from there to `most` pale: while splits are secret a share is a span.
function bar(least, most) {
  return svg(
    "svg",
    { viewBox: "0 0 100 6", preserveAspectRatio: "none", class: "bar", "aria-hidden": "true" },
    svg("rect", { width: 100, height: 6, class: "bar-ground" }),
    svg("rect", { width: 100 * most, height: 6, class: "bar-span" }),
    svg("rect", { width: Math.max(100 * least, least > 0 ? 0.6 : 0), height: 6, class: "bar-share" }),
  );
}

function outcomeRow({ outcome, least, most }) {
  const share = percent(least) === percent(most) ? percent(most) : `${percent(least).replace(" %", "")}–${percent(most)}`;
  return element(
    "li",
    {},
    element("span", { class: "outcome" }, String(outcome)),
    bar(least, most),
    element("span", { class: "share" }, share),
  );
}

const ROWS = 6; // of an outcome; what is beyond them is seldom worth the room

function rows(outcomes) {
  const counted = outcomes.every(({ outcome }) => typeof outcome === "number");
  return element("ul", { class: counted ? "counted" : null }, ...outcomes.map(outcomeRow));
}

function subject({ about, outcomes }) {
  const [shown, rest] = outcomes.length > ROWS + 1 ? [outcomes.slice(0, ROWS), outcomes.slice(ROWS)] : [outcomes, []];
  return element(
    "div",
    { class: "odds" },
    element("h3", {}, about),
    rows(shown),
    rest.length === 0 ? null : element("details", {}, element("summary", {}, `${rest.length} more`), rows(rest)),
  );
}

// The odds as their message tells them: first what they come down to, on demand how that comes about.
export function oddsList(odds, title) {
  const harm = odds.filter(({ about }) => /^(wounds of|injury of)|: (casualties|after)/.test(about));
  const first = harm.length > 0 ? harm : odds.slice(0, 2);
  const more = odds.filter((one) => !first.includes(one));
  return [
    element("h2", {}, title),
    ...first.map(subject),
    more.length === 0 ? null : element("details", {}, element("summary", {}, "More odds"), ...more.map(subject)),
  ];
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
