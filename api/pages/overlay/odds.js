// The odds before a throw as one bar: what viewers most want to know, in three parts at the most.

import { element } from "../dom.js";

const MOST_PARTS = 3;

const percent = (share) => (share > 0 && share < 0.01 ? "<1 %" : `${Math.round(100 * share)} %`);

// What the throw is about: harm to the enemy of who throws, or what is told first.
function subjectOf({ player, odds }, { asked, models, aims }) {
  const enemies = models.filter((model) => model.player !== player);
  const harm = odds.find(({ about }) => enemies.some(({ name }) => about === `wounds of ${name}`));
  if (harm !== undefined) return harm;
  const unit = models.find(({ name }) => asked.reason.includes(name))?.name;
  const target = aims[unit]?.target;
  const ways = asked.purpose === "fortitude" ? [`${unit}: after this turn`] : [`${target}: casualties`];
  return odds.find(({ about }) => ways.includes(about)) ?? odds[0];
}

// The outcomes as parts { words, share }: numbers as none, one and more, words as the likeliest and the rest.
function partsOf(outcomes) {
  const share = (found) => found.reduce((sum, one) => sum + one.most, 0);
  if (outcomes.every(({ outcome }) => typeof outcome === "number")) {
    return [
      { words: "none", share: share(outcomes.filter(({ outcome }) => outcome === 0)) },
      { words: "1", share: share(outcomes.filter(({ outcome }) => outcome === 1)) },
      { words: "2+", share: share(outcomes.filter(({ outcome }) => outcome > 1)) },
    ].filter((part) => part.share > 0);
  }
  const likely = [...outcomes].sort((one, other) => other.most - one.most);
  const shown = likely.slice(0, likely.length > MOST_PARTS ? MOST_PARTS - 1 : MOST_PARTS);
  const rest = share(likely.slice(shown.length));
  const parts = shown.map(({ outcome, most }) => ({ words: outcome, share: most }));
  return rest > 0 ? [...parts, { words: "other", share: rest }] : parts;
}

// While splits are secret the odds are a span, told of any harm at all.
function spanOf({ about, outcomes }) {
  const none = outcomes.find(({ outcome }) => outcome === 0);
  if (none === undefined) return null;
  return { about, least: 1 - none.most, most: 1 - none.least };
}

// What is to be shown of the odds, or null.
export function oddsShown(odds, base, view) {
  if (odds === null || base.asked?.kind !== "throw") return null;
  const subject = subjectOf(odds, { asked: base.asked, models: base.models, aims: view.aims });
  if (subject.cases > 1) return spanOf(subject);
  return { about: subject.about, parts: partsOf(subject.outcomes) };
}

const columns = (shares) => `grid-template-columns: ${shares.map((share) => `minmax(min-content, ${100 * share}fr)`).join(" ")}`;

function bar(parts) {
  const drawn = element(
    "ul",
    { class: "bar" },
    ...parts.map(({ words, share }) => element("li", {}, element("span", {}, words), element("strong", {}, percent(share)))),
  );
  drawn.style.cssText = columns(parts.map(({ share }) => share));
  return drawn;
}

function span({ least, most }) {
  const rail = element("div", { class: "span", "aria-hidden": "true" }, element("i", {}));
  rail.firstChild.style.cssText = `left: ${100 * least}%; width: ${Math.max(1, 100 * (most - least))}%`;
  return [rail, element("p", { class: "span-words" }, `any: ${percent(least)} to ${percent(most)}, by the split`)];
}

export function drawOdds(shown) {
  if (shown === null) return null;
  const title = element("h2", {}, `Odds: ${shown.about}`);
  return shown.parts === undefined ? [title, ...span(shown)].flat() : [title, bar(shown.parts)];
}
