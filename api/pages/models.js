// How every model or unit stands, worked out from the messages alone, for all systems and for all pages.
//
// A model is { name, player, model, left, began, counts, states, out }: `name` as events call it, `model` as its
// player does, `left` of the wounds or models that it `began` with, `states` in words.

const words = (text) => text.replaceAll("_", " ");

// States that the end of an exchange does not tell again.
const UNTOLD = new Set(["immobilised"]);

const MORALE = new Set(["hesitant", "shaken", "panicked"]);
const UNTOUCHED = new Set(["standing", "ok", "normal"]);
const GONE = new Set(["out of action", "incapacitated"]);
const MOVES = { flee: "fled", panic: "fled in panic", retreat: "retreated" };
const LAST_STAND = "last stand";

// A status in words, "" for that of a model that stands as it should.
export const statusWords = (status) => (UNTOUCHED.has(status) ? "" : words(status));
const isGone = (word) => GONE.has(word);
export const moveWords = (move) => MOVES[move];

// Who fights at the beginning, as the table or an evening names them.
export const fielded = (told) =>
  told.map(({ name, player, model = name, left, counts = "wounds", states = [] }) => {
    return { name, player, model, left, began: left, counts, states, out: states.some(isGone) };
  });

const changed = (models, name, change) => models.map((one) => (one.name === name ? { ...one, ...change(one) } : one));

const suffers = (word) => (models, { name }) =>
  changed(models, name, ({ states }) => ({ states: states.includes(word) ? states : [...states, word] }));

const leaves = (word) => (models, { name, unit }) =>
  changed(models, name ?? unit, ({ states }) => ({ out: true, states: states.includes(word) ? states : [...states, word] }));

// A new state in the place of the former one, "" for none.
const stands = (models, name, word, out = false) =>
  changed(models, name, () => ({ out, states: word === "" ? [] : [word] }));

// Of Art of Tactic: morale alone, whatever else a unit has.
const feels = (models, name, word) =>
  changed(models, name, ({ states }) => ({ states: [word, ...states.filter((one) => !MORALE.has(one))].filter(Boolean) }));

const loses = (models, name, left) => changed(models, name, () => ({ left }));

// How a model of any system stands in an outcome, which names the same by other words in each.
function stood(told, { sides }) {
  if (sides !== undefined) {
    const states = told.states.map(words);
    if (told.in_play && told.wounds_left === 0) states.push(LAST_STAND);
    return { left: told.wounds_left, out: !told.in_play, states: told.in_play ? states : [...states, "removed"] };
  }
  const status = told.status ?? told.morale;
  const fate = told.destroyed ? "destroyed" : told.surrendered ? "surrendered" : (MOVES[told.left] ?? (told.put_to_flight ? "put to flight" : ""));
  const states = [statusWords(status), fate, told.honor ? "honor" : ""].filter(Boolean);
  const left = told.models_left ?? told.wounds_left ?? told.wounds;
  return { left, out: Boolean(told.destroyed || told.surrendered) || states.some(isGone), states };
}

function afterwards(models, outcome) {
  const { sides, models: melee, units } = outcome;
  return (sides ?? melee ?? units ?? []).reduce((now, one) => {
    const how = stood(one, outcome);
    return changed(now, one.name, ({ states }) => ({
      ...how,
      states: [...how.states, ...states.filter((word) => UNTOLD.has(word))],
    }));
  }, models);
}

// Between exchanges everybody in play is told; who is told no more has left the game.
function mustered(models, told) {
  const known = new Map(models.map((one) => [JSON.stringify([one.player, one.model]), one]));
  const now = fielded(told).map((one) => {
    const key = JSON.stringify([one.player, one.model]);
    const before = known.get(key);
    known.delete(key);
    return { ...one, began: before?.began ?? one.began };
  });
  const names = new Set(now.map(({ name }) => name));
  const gone = [...known.values()].map((one) => ({ ...one, out: true, name: names.has(one.name) ? `${one.model} of ${one.player}` : one.name }));
  return [...now, ...gone];
}

const TOLD = {
  // Bushido
  wounded: (models, { name, wounds_left: left }) => loses(models, name, left),
  prone: suffers("prone"),
  held: suffers("held"),
  stunned: suffers("stunned"),
  immobilised: suffers("immobilised"),
  last_stand: suffers(LAST_STAND),
  counter_removed: (models, told) => (told.counters_left === 0 ? suffers("exhausted")(models, told) : models),
  // Mordheim
  wound_lost: (models, { name, wounds_left: left }) => loses(models, name, left),
  break_over: (models, { name, moves }) => (moves ? stands(models, name, "fleeing") : models),
  // Blightmeer
  wounds_lost: (models, { unit, wounds_left: left }) => loses(models, unit, left),
  // Art of Tactic
  casualties_removed: (models, { name, models_left: left }) => loses(models, name, left),
  morale_changed: (models, { name, after }) => feels(models, name, statusWords(after)),
  honor_gained: suffers("honor"),
  honor_lost: (models, { name }) => changed(models, name, ({ states }) => ({ states: states.filter((one) => one !== "honor") })),
  put_to_flight: suffers("put to flight"),
  left: (models, { name, move }) =>
    changed(models, name, ({ states }) => ({ states: [...states.filter((one) => one !== "put to flight"), MOVES[move]] })),
  destroyed: leaves("destroyed"),
  surrendered: (models, told) => leaves("surrendered")(loses(models, told.name, 0), told),
  // Several systems
  status_changed: (models, { name, unit, status, after }) => {
    const word = statusWords(status ?? after);
    return stands(models, name ?? unit, word, isGone(word));
  },
  removed: (models, told) =>
    models.some((one) => one.name === (told.name ?? told.unit) && one.out) ? models : leaves("removed")(models, told),
  exchange_resolved: (models, { outcome }) => afterwards(models, outcome),
  outcome: afterwards,
  mustered: (models, told) => mustered(models, told.models),
};

export const standing = (models, type, data) => TOLD[type]?.(models, data) ?? models;

// What a model has lost and what is left of it, in words.
export function lossWords({ began, left, counts, out }) {
  if (out) return "out of the fight";
  const lost = Math.max(0, began - left);
  if (counts === "models") {
    const whole = `${left} ${left === 1 ? "model" : "models"}`;
    return lost === 0 ? whole : `${lost} lost, ${whole} left`;
  }
  return lost === 0 ? `${left} ${left === 1 ? "wound" : "wounds"} left` : `${lost} ${lost === 1 ? "wound" : "wounds"}, ${left} left`;
}
