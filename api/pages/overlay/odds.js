// The odds before a throw as one bar: what viewers most want to know, in three parts at the most.

import { element } from "../dom.js";

const MOST_PARTS = 3;

// Words of the rules for a model that is as it was, and for one that leaves the fight; any others lie between.
const UNHARMED = new Set(["unharmed", "standing", "normal"]);
const GONE = new Set(["incapacitated", "out of action", "destroyed", "surrenders"]);
const SEVERAL = ["unharmed", "hurt", "out of the fight"];

const COUNTED = ["none", "1", "2+"];

const percent = (share) => (share > 0 && share < 0.01 ? "<1 %" : `${Math.round(100 * share)} %`);

// What the throw is about: harm to the enemy of who throws, or what is told first.
function subjectOf({ player, odds }, { asked, models, aims }) {
  const enemies = models.filter((model) => model.player !== player);
  const harm = odds.find(({ about }) => enemies.some(({ name }) => about === `wounds of ${name}`));
  if (harm !== undefined) return harm;
  // The reason of a Fortitude Test may name the enemy that causes it as well.
  const unit = models.find((model) => model.player === player && asked.reason.includes(model.name))?.name;
  const target = aims[unit]?.target;
  const ways = asked.purpose === "fortitude" ? [`${unit}: after this turn`] : [`${target}: casualties`];
  return odds.find(({ about }) => ways.includes(about)) ?? odds[0];
}

const shareOf = (outcomes) => outcomes.reduce((sum, one) => sum + one.most, 0);

// From no harm to the worst: `harmOf` an outcome is 0, 1 or 2.
function byHarm(outcomes, harmOf, wordsOf) {
  return [0, 1, 2]
    .map((harm) => {
      const found = outcomes.filter(({ outcome }) => harmOf(outcome) === harm);
      return { words: wordsOf(found, harm), share: shareOf(found), look: `harm-${harm}` };
    })
    .filter(({ share }) => share > 0);
}

function harmIn(words) {
  if (UNHARMED.has(words)) return 0;
  return GONE.has(words.split(",")[0]) ? 2 : 1; // "out of action, 2 Wounds lost"
}

// What harms nobody, as who strikes first: the likeliest and the rest.
function byChance(outcomes) {
  const likely = [...outcomes].sort((one, other) => other.most - one.most);
  const shown = likely.slice(0, likely.length > MOST_PARTS ? MOST_PARTS - 1 : MOST_PARTS);
  const rest = shareOf(likely.slice(shown.length));
  const parts = shown.map(({ outcome, most }) => ({ words: outcome, share: most }));
  return (rest > 0 ? [...parts, { words: "other", share: rest }] : parts).map((part, at) => ({ ...part, look: `chance-${at}` }));
}

// The outcomes as parts { words, share, look }.
function partsOf({ about, outcomes }, models) {
  if (outcomes.every(({ outcome }) => typeof outcome === "number")) {
    return byHarm(outcomes, (count) => Math.min(count, 2), (_, harm) => COUNTED[harm]);
  }
  const isFate = models.some(({ name }) => about === name || about === `${name}: after this turn`);
  if (!isFate) return byChance(outcomes);
  return byHarm(outcomes, harmIn, (found, harm) => (found.length === 1 ? found[0].outcome : SEVERAL[harm]));
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
  return { about: subject.about, parts: partsOf(subject, base.models) };
}

function piece({ share, look }) {
  const drawn = element("i", { class: look });
  drawn.style.flexGrow = 100 * share; // together well above 1, below which room would be left
  return drawn;
}

const told = ({ words, share, look }) =>
  element("li", {}, element("i", { class: look, "aria-hidden": "true" }), element("span", {}, words), element("strong", {}, percent(share)));

// The words stand under the bar: inside a narrow part they would make it wider than its share.
function bar(parts) {
  return [element("div", { class: "bar", "aria-hidden": "true" }, ...parts.map(piece)), element("ul", { class: "parts" }, ...parts.map(told))];
}

function span({ least, most }) {
  const rail = element("div", { class: "span", "aria-hidden": "true" }, element("i", {}));
  rail.firstChild.style.cssText = `left: ${100 * least}%; width: ${Math.max(1, 100 * (most - least))}%`;
  return [rail, element("p", { class: "span-words" }, `any: ${percent(least)} to ${percent(most)}, by the split`)];
}

export function drawOdds(shown) {
  if (shown === null) return null;
  const title = element("h2", {}, `Odds: ${shown.about}`);
  return shown.parts === undefined ? [title, ...span(shown)] : [title, ...bar(shown.parts)];
}
