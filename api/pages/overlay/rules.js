// What the rules events of all systems mean for viewers: who clashes with whom, and how it goes.

import { moveWords, statusWords } from "../models.js";
import { hasStep, judge, withClash, withResults, withRole, withStep, withVerdict } from "./clashes.js";

const count = (number, noun, nouns = `${noun}s`) => `${number} ${number === 1 ? noun : nouns}`;

const needs = (needed) => (needed === null ? "" : ` ${needed}+`);

// One more step of the clash between two models; `good` says whether it went as its thrower wished.
const step = (view, attacker, target, sign, label, value, good) =>
  withClash(view, attacker, target, (clash) => ({ steps: withStep(clash.steps, sign, label, value, good) }));

const harmed = (view, name, words) => withVerdict(view, name, { words, harm: true });

// A model in another state; "" is the one in which it should be, told as `well`.
const restated = (view, name, words, well = "") => withVerdict(view, name, { words: words || well, harm: words !== "" });

const bushido = {
  results_fixed: (view, data) => withResults(view, data),
  compared: (view, { attacker, defender, attack, defence, attack_succeeds: success, success_level: level }) =>
    withClash(view, attacker, defender, () => ({
      duel: { attack, defence, level, success },
      verdict: success ? { words: "hit", harm: true } : { words: "stopped", harm: false },
    })),
  no_damage_roll: (view, { reason }) => judge(view, { words: reason, harm: false }),
  damage_rolled: (view, { attacker, target, total }) => step(view, attacker, target, "damage", "damage", `${total}`, null),
  critical_hit: (view, { attacker, target }) => step(view, attacker, target, "critical", "critical hit", "", true),
  wounded: (view, { name, wounds }) => harmed(view, name, count(wounds, "wound")),
  special_applied: (view, { special }) => hasStep(view, "special", special, "works"),
  moved: (view, { still_in_contact: contact }) => (contact ? view : hasStep(view, "flag", "out of contact", "")),
  last_stand: (view, { name }) => harmed(view, name, "last stand"),
};
for (const word of ["prone", "held", "stunned", "immobilised"]) bushido[word] = (view, { name }) => harmed(view, name, word);

const mordheim = {
  charged: (view, { name, target }) => step(view, name, target, "flag", "charges", "", null),
  charge_failed: (view, { name, target }) => step(view, name, target, "flag", "charge fails", "", false),
  bash_rolled: (view, { charger, defender, charger_die: one, defender_die: other, succeeds }) =>
    step(view, charger, defender, "defence", "Shield Bash", `${one} against ${other}`, succeeds),
  hit_rolled: (view, { attacker, target, weapon, needed, faces, hits }) =>
    step(
      withRole(view, "to_hit", faces, (face) => face >= needed),
      attacker,
      target,
      "attack",
      `${weapon}${needs(needed)}`,
      count(hits, "hit"),
      hits > 0,
    ),
  parry_rolled: (view, { name, attacker, against, faces, parried }) =>
    step(withRole(view, "parry", faces, () => parried), attacker, name, "defence", "parry", `over ${against}`, parried),
  wound_rolled: (view, { attacker, target, weapon, needed, faces, wounds }) =>
    step(
      withRole(view, "to_wound", faces, (face) => needed !== null && face >= needed),
      attacker,
      target,
      "damage",
      needed === null ? `${weapon} cannot wound` : `to wound${needs(needed)}`,
      count(wounds, "wound"),
      wounds > 0,
    ),
  critical_rolled: (view, { attacker, target, wounds }) =>
    step(view, attacker, target, "critical", "critical hit", count(wounds, "wound"), true),
  save_rolled: (view, { name, attacker, needed, faces, unsaved }) =>
    step(
      withRole(view, "save", faces, (face) => needed !== null && face >= needed),
      attacker,
      name,
      "defence",
      needed === null ? "no save" : `save${needs(needed)}`,
      unsaved === 0 ? "saved" : `${unsaved} not saved`,
      unsaved === 0,
    ),
  injury_rolled: (view, { attacker, target, results }) =>
    step(view, attacker, target, "damage", "injury", results.map(statusWords).join(", "), null),
  helmet_rolled: (view, { helps }) => hasStep(view, "defence", "helmet", helps ? "helps" : "does not help", helps),
  wound_lost: (view, { name }) => harmed(view, name, "1 wound lost"),
  break_over: (view, { name, moves }) => (moves ? harmed(view, name, "breaks away") : view),
};

const blightmeer = {
  attack_rolled: (view, { attacker, target, weapon, dice, kept, needed, passed, critical }) =>
    step(
      withRole(view, "melee", dice, (face) => passed && face === kept),
      attacker,
      target,
      critical ? "critical" : "attack",
      `${weapon} needs ${needed}`,
      critical ? `${kept} critical` : `${kept}`,
      passed,
    ),
  defence_checked: (view, { target, attacker, dice, kept, needed, saved }) =>
    step(
      withRole(view, "defence", dice, (face) => saved && face === kept),
      attacker,
      target,
      "defence",
      needed === null ? "no defence" : `defence needs ${needed}`,
      kept === null ? (saved ? "saved" : "cannot succeed") : `${kept}`,
      saved,
    ),
  wounds_lost: (view, { unit, wounds }) => harmed(view, unit, count(wounds, "wound")),
};

const artOfTactic = {
  attack_value_fixed: (view, { name, target, attack_value: hitsOn }) =>
    ({ ...view, aims: { ...view.aims, [name]: { hitsOn, target } } }),
  batch_read: (view, { name, target, faces, read, total }) =>
    withClash(strike(view, name, faces), name, target, () => ({
      verdict: { words: `${read} of ${total} dice`, harm: false },
    })),
  attack_thrown: (view, { name, target, faces }) =>
    withClash(strike(view, name, faces), name, target, () => ({ verdict: null })),
  hits_counted: (view, { name, target, attack_value: value, hits }) =>
    step(view, name, target, "attack", `hits on ${value} or less`, count(hits, "hit"), hits > 0),
  damage_done: (view, { name, absorbed, casualties }) =>
    withVerdict(
      hasStep(view, "defence", "absorbed", `${absorbed}`, casualties === 0, name),
      name,
      casualties > 0
        ? { words: count(casualties, "casualty", "casualties"), harm: true }
        : { words: "no casualties", harm: false },
    ),
  fortitude_tested: (view, { name, fortitude, face, passed }) =>
    withVerdict(
      withRole(
        step(view, null, name, "flag", `fortitude ${fortitude} or less`, face === null ? "no throw" : `${face}`, passed),
        "fortitude",
        face === null ? [] : [face],
        () => passed,
      ),
      name,
      passed ? { words: "holds", harm: false } : { words: "fails", harm: true },
    ),
  morale_changed: (view, { name, after }) => restated(view, name, statusWords(after), "normal"),
  put_to_flight: (view, { name }) => harmed(view, name, "put to flight"),
  destroyed: (view, { name }) => harmed(view, name, "destroyed"),
  surrendered: (view, { name }) => harmed(view, name, "surrendered"),
  left: (view, { name, move }) => harmed(view, name, moveWords(move)),
};

// All strike at once and their hits are counted later, but each die shows at once whether it is one.
const strike = (view, name, faces) => withRole(view, "attack", faces, (face) => face <= view.aims[name]?.hitsOn);

const began = (view) => ({ ...view, clashes: [] });

// By the type of a message: the view after it.
export const TOLD = {
  ...bushido,
  ...mordheim,
  ...blightmeer,
  ...artOfTactic,
  status_changed: (view, { name, unit, status, after }) => {
    const now = status ?? after;
    return restated(view, name ?? unit, statusWords(now), now);
  },
  unharmed: (view, { name, unit }) => withVerdict(view, name ?? unit, { words: "no harm", harm: false }),
  removed: (view, { name, unit }) => harmed(view, name ?? unit, "removed"),
  exchange_began: began,
  melee_began: began,
  phase_began: began,
  combat_began: began,
  turn_began: began,
};
