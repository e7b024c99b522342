// What the rules events of all systems mean for viewers: who clashes with whom, how it goes, how models stand.

import { hasStep, judge, standing, suffering, withClash, withModel, withResults, withRole, withStep, withVerdict } from "./clashes.js";

const count = (number, noun, nouns = `${noun}s`) => `${number} ${number === 1 ? noun : nouns}`;

const words = (text) => text.replaceAll("_", " ");

const needs = (needed) => (needed === null ? "" : ` ${needed}+`);

// One more step of the clash between two models; `good` says whether it went as its thrower wished.
const step = (view, attacker, target, sign, label, value, good) =>
  withClash(view, attacker, target, (clash) => ({ steps: withStep(clash.steps, sign, label, value, good) }));

const BUSHIDO_STATES = { prone: "Prone", held: "Held", stunned: "Stunned", immobilised: "Entangled" };

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
  wounded: (view, { name, wounds, wounds_left: left }) =>
    withVerdict(
      withModel(view, name, (model) => ({ wounds: model.wounds + wounds, left })),
      name,
      { words: count(wounds, "wound"), harm: true },
    ),
  special_applied: (view, { special }) => hasStep(view, "special", special, "works"),
  moved: (view, { still_in_contact: contact }) => (contact ? view : hasStep(view, "flag", "out of contact", "")),
  last_stand: (view, { name }) => suffering(view, name, "last stand"),
};
for (const [type, word] of Object.entries(BUSHIDO_STATES)) bushido[type] = (view, { name }) => suffering(view, name, word);

const MORDHEIM_STATES = {
  standing: "",
  knocked_down: "Knocked Down",
  stunned: "Stunned",
  out_of_action: "Out of Action",
  fleeing: "fleeing",
};

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
    step(view, attacker, target, "damage", "injury", results.map((one) => MORDHEIM_STATES[one]).join(", "), null),
  helmet_rolled: (view, { helps }) => hasStep(view, "defence", "helmet", helps ? "helps" : "does not help", helps),
  wound_lost: (view, { name, wounds_left: left }) =>
    withVerdict(withModel(view, name, (model) => ({ wounds: model.wounds + 1, left })), name, {
      words: "1 Wound lost",
      harm: true,
    }),
  break_over: (view, { name, moves }) => (moves ? standing(view, name, "breaks away") : view),
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
  wounds_lost: (view, { unit, wounds, wounds_left: left }) =>
    withVerdict(withModel(view, unit, (model) => ({ wounds: model.wounds + wounds, left })), unit, {
      words: count(wounds, "wound"),
      harm: true,
    }),
};

const artOfTactic = {
  attack_value_fixed: (view, { name, target, attack_value: hitsOn }) =>
    withModel(view, name, () => ({ hitsOn, target })),
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
  casualties_removed: (view, { name, casualties, models_left: left }) =>
    withModel(view, name, (model) => ({ wounds: model.wounds + casualties, left })),
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
  morale_changed: (view, { name, after }) => standing(view, name, after === "normal" ? "" : after, "normal"),
  honor_gained: (view, { name }) => withModel(view, name, (model) => ({ states: add(model.states, "honor") })),
  honor_lost: (view, { name }) =>
    withModel(view, name, (model) => ({ states: model.states.filter((one) => one !== "honor") })),
  put_to_flight: (view, { name }) => standing(view, name, "put to flight"),
  destroyed: (view, { name }) => gone(view, name, "destroyed"),
  surrendered: (view, { name }) => gone(view, name, "surrendered"),
  left: (view, { name, move }) => standing(view, name, { flee: "fled", panic: "panicked", retreat: "retreats" }[move]),
};

// All strike at once and their hits are counted later, but each die shows at once whether it is one.
const strike = (view, name, faces) => withRole(view, "attack", faces, (face) => face <= view.models[name]?.hitsOn);

const add = (states, word) => (states.includes(word) ? states : [...states, word]);

function gone(view, name, word) {
  return withVerdict(withModel(view, name, () => ({ out: true })), name, { words: word, harm: true });
}

// How everybody stands after an exchange: each system's outcome lists it under another name.
function afterwards(view, { sides, models, units }) {
  return (sides ?? models ?? units ?? []).reduce((now, one) => {
    const status = one.status ?? one.morale;
    const states = one.states?.map(words) ?? (status === undefined || UNTOUCHED.has(status) ? [] : [stateWords(status)]);
    if (one.honor) states.push("honor");
    const left = one.models_left ?? (sides ? one.wounds_left : (one.wounds_left ?? one.wounds));
    const out = one.in_play === false || one.destroyed || one.surrendered || GONE.has(status);
    return withModel(now, one.name, () => ({ states, left, out: Boolean(out) }));
  }, view);
}

const UNTOUCHED = new Set(["standing", "ok", "normal"]);
const GONE = new Set(["out_of_action", "incapacitated"]);
const stateWords = (status) => MORDHEIM_STATES[status] ?? words(status);

const began = (view) => ({ ...view, clashes: [] });

// By the type of a message: the view after it.
export const TOLD = {
  ...bushido,
  ...mordheim,
  ...blightmeer,
  ...artOfTactic,
  status_changed: (view, { name, unit, status, after }) => {
    const now = status ?? after;
    const who = name ?? unit;
    const word = UNTOUCHED.has(now) ? "" : stateWords(now);
    return GONE.has(now) ? gone(view, who, word) : standing(view, who, word, stateWords(now));
  },
  unharmed: (view, { name, unit }) => withVerdict(view, name ?? unit, { words: "no harm", harm: false }),
  removed: (view, { name, unit }) => gone(view, name ?? unit, "removed"),
  exchange_began: began,
  melee_began: began,
  phase_began: began,
  combat_began: began,
  turn_began: began,
  exchange_resolved: (view, { outcome }) => afterwards(view, outcome),
  outcome: (view, outcome) => afterwards(view, outcome),
};
