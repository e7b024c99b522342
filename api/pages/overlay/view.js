// What viewers see of a melee of any system, worked out from the messages alone and never larger than one exchange.
//
// Beside how models stand, which `base` has, a view holds the latest roll of each player die by die, the latest clashes, odds and luck.

import { countedDie } from "../fold.js";
import { TOLD } from "./rules.js";

export const NOTHING = {
  aims: {}, // name of a unit to its { target, hitsOn }
  rolls: {}, // player to { purpose, exchange, groups: [{ group, dice, result, accepted }] }
  clashes: [], // the latest last: { key, attacker, target, duel, steps, verdict }
  begun: 0, // how many clashes there were
  odds: null,
  luck: null,
  lying: [], // of the latest reading: { box, picture, place }
};

const MOST_CLASHES = 4;

// Where the picture of a die can be had, if it lay in the latest reading.
function cropOf(lying, picture, seen) {
  const box = JSON.stringify(seen?.box);
  return lying.find((one) => one.picture === picture && one.box === box) ?? null;
}

// The dice of an answer by group, highest first.
function groupsOf(base, view, answer) {
  return Object.keys(answer.faces).map((group) => {
    const dice = answer.dice
      .filter((die) => die.group === group)
      .map((die) => ({
        ...countedDie(base, answer.player, die),
        role: null,
        crop: cropOf(view.lying, answer.picture, die.seen),
      }))
      .sort((one, other) => other.face - one.face);
    return { group, answer: answer.answer, dice, result: null, accepted: true };
  });
}

// Groups with the first dice of the same roll before their own, in the place where these have landed.
function goneOn(groups, before) {
  return groups.map((one) => {
    const first = before.find(({ group, accepted }) => group === one.group && accepted);
    return first === undefined ? one : { ...one, answer: first.answer, dice: [...first.dice, ...one.dice] };
  });
}

// The melee dice of Bushido stay in sight beside the damage dice, the first dice of a roll beside its rest; any
// other roll takes the place of the one before.
function withRoll(base, view, answer) {
  if (answer.faces === undefined) return view;
  const { player, purpose, exchange } = answer;
  const others = Object.values(view.rolls).some((roll) => roll.exchange !== exchange) ? {} : view.rolls;
  const thrown = groupsOf(base, view, answer).filter(({ dice }) => dice.length > 0);
  const groups = answer.goes_on ? goneOn(thrown, others[player]?.groups ?? []) : thrown;
  const kept = purpose === "damage" ? (others[player]?.groups ?? []).filter(({ group }) => group !== "damage") : [];
  const roll = { purpose, exchange, groups: [...kept, ...groups] };
  return { ...view, rolls: { ...others, [player]: roll } };
}

// All is told again from the first event on: the answers that count are known, what follows from them comes.
function afresh(base, view) {
  const exchange = Math.max(0, ...base.played.map((one) => one.exchange));
  const empty = { ...view, aims: {}, rolls: {}, clashes: [], odds: null, luck: null };
  return base.played.filter((one) => one.exchange === exchange).reduce((now, one) => withRoll(base, now, one), empty);
}

const counted = (groups) => groups.filter((one) => one.accepted);

// Dice that lie there and do not count yet.
function withRefused(base, view, { player, purpose }) {
  const wanted = base.asked?.kind === "throw" ? base.asked.dice.map(({ group }) => group) : [];
  const groups = wanted
    .map((group) => ({
      group,
      dice: (base.reading?.dice ?? [])
        .filter((die) => die.player === player && die.group === group)
        .map(({ kind, body, marks, face, problem }) => ({ kind, body, marks, face, problem, role: null, crop: null })),
      result: null,
      accepted: false,
    }))
    .filter(({ dice }) => dice.length > 0);
  if (groups.length === 0) return view;
  const begun = base.asked?.goes_on ? counted(view.rolls[player]?.groups ?? []) : [];
  return { ...view, rolls: { ...view.rolls, [player]: { purpose, exchange: base.exchange, groups: [...begun, ...groups] } } };
}

// Dice that did not count are gone once something moves.
function withoutRefused(view) {
  const rolls = Object.entries(view.rolls).map(([player, roll]) => [player, { ...roll, groups: counted(roll.groups) }]);
  return { ...view, rolls: Object.fromEntries(rolls.filter(([, { groups }]) => groups.length > 0)) };
}

const CHANGES = {
  table: afresh,
  voided: afresh,
  corrected: afresh,
  moving: (base, view) => withoutRefused(view),
  refused: withRefused,
  reading: (base, view, { dice, picture }) => ({
    ...view,
    lying: dice.map(({ box }, place) => ({ box: JSON.stringify(box), picture, place })),
  }),
  accepted: (base, view, answer) => ({ ...withRoll(base, view, answer), odds: null }),
  throw: (base, view) => ({ ...view, odds: null }),
  odds: (base, view, odds) => ({ ...view, odds }),
  luck: (base, view, luck) => ({ ...view, luck }),
};

// The view after a message; `base` is what `fold` has made of the messages up to this one.
export function see(base, view, { type, data }) {
  const next = CHANGES[type]?.(base, view, data) ?? TOLD[type]?.(view, data) ?? view;
  return next.clashes.length > MOST_CLASHES ? { ...next, clashes: next.clashes.slice(-MOST_CLASHES) } : next;
}
