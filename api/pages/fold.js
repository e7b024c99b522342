// What a page shows, worked out from the messages alone: `fold(state, message)` returns the state after one.

import { fielded, standing } from "./models.js";

export const EMPTY = {
  title: "",
  players: [],
  groups: [],
  kind: "d6", // of the dice that were last asked for; a table is played with dice of one kind
  sides: {},
  roster: [], // who fights at the beginning
  models: [], // how everybody stands now
  asked: null,
  moving: false,
  hand: false,
  paused: false,
  reminder: "",
  over: false,
  reading: null,
  refused: [],
  passes: [],
  damage: [],
  outcome: null,
  evening: false,
  exchange: 0,
  played: [], // every answer that counts, as `accepted` tells it
  lost: null,
  advice: [],
  hint: "",
  full: "", // what is to be said of a full disk
  log: [], // what was told lately
};

const LATELY = 8; // sentences that are kept; the table page keeps the story

const freshSide = () => ({ dice: {}, attack: null, defence: null });

const freshSides = (players) => Object.fromEntries(players.map((name) => [name, freshSide()]));

function withSide(state, name, change) {
  if (!Object.hasOwn(state.sides, name)) return state;
  return { ...state, sides: { ...state.sides, [name]: { ...state.sides[name], ...change } } };
}

// An exchange before its first answer; the story goes on.
const restarted = (state) => ({
  ...state,
  sides: freshSides(state.players),
  asked: null,
  refused: [],
  passes: [],
  damage: [],
  outcome: null,
});

function withReading(state, reading) {
  let next = { ...state, reading, refused: [], lost: null, hint: "", reminder: "" };
  const groups = new Map();
  for (const die of reading.dice) {
    if (die.player === null) continue;
    const key = JSON.stringify([die.player, die.group]);
    groups.set(key, [...(groups.get(key) ?? []), die]);
  }
  for (const [key, dice] of groups) {
    const [player, group] = JSON.parse(key);
    const side = next.sides[player];
    // What was accepted stands; a later picture of the same dice is no news.
    if (side === undefined || side.dice[group]?.accepted) continue;
    next = withSide(next, player, { dice: { ...side.dice, [group]: { dice, accepted: false } } });
  }
  return next;
}

// The kind and colours in which a player throws a group; dice that were typed in have them too.
export function coloursOf(state, player, group) {
  const named = state.groups.find((one) => one.player === player && one.group === group);
  return { kind: state.kind, body: named?.body ?? "white", marks: named?.marks ?? "black" };
}

// A die of an accepted roll as it is drawn. The colours are those of its group: it was counted as one of them,
// whatever the light has made of them.
export function countedDie(state, player, { group, face, seen }) {
  const { body, marks } = state.groups.find((one) => one.player === player && one.group === group) ?? seen ?? {};
  return { kind: seen?.kind ?? state.kind, body: body ?? "white", marks: marks ?? "black", face };
}

// A roll that counts, in the panel of its player.
function withRoll(state, { player, dice, faces }) {
  const side = state.sides[player];
  if (side === undefined || faces === undefined) return state;
  const groups = { ...side.dice };
  for (const group of Object.keys(faces)) {
    const shown = dice.filter((die) => die.group === group).map((die) => countedDie(state, player, die));
    groups[group] = { dice: shown, accepted: true };
  }
  return withSide(state, player, { dice: groups });
}

function withAccepted(state, answer) {
  return { ...withRoll(state, answer), refused: [], reminder: "", played: [...state.played, answer] };
}

// After answers have changed all events come again from the first.
const retold = (state, played) => ({ ...restarted(state), models: fielded(state.roster), exchange: 0, played });

function withCorrected(state, { answer, now, dropped }) {
  const gone = new Set(dropped.map((one) => one.answer));
  const played = state.played.map((one, index) => (index === answer ? now : one));
  return retold(state, played.filter((_, index) => !gone.has(index)));
}

// The rolls of the present exchange; those that were accepted as they came are there already.
const withRolls = (state) => state.played.filter((one) => one.exchange === state.exchange).reduce(withRoll, state);

function withAsked(state, asked) {
  const next = withRolls({ ...state, kind: asked.expected?.[0]?.kind ?? state.kind });
  if (asked.kind === "choice") return { ...next, asked };
  // Dice asked for again, as a second damage roll, take the place of the former ones.
  const dice = { ...next.sides[asked.player]?.dice };
  if (!asked.before) for (const { group } of asked.dice) delete dice[group];
  return { ...withSide(next, asked.player, { dice }), asked };
}

// Black pictures are as good as none; anything else about them is worth a line until the next reading.
function withHint(state, { hint, detail }) {
  if (hint === "black") return { ...state, lost: detail, moving: false };
  return hint === "bright" ? { ...state, lost: null } : { ...state, hint: detail };
}

const atRest = (state) => ({ ...state, moving: false, hand: false });

const CHANGES = {
  table: (state, { title, players, groups, models = [], paused }) => ({
    ...EMPTY,
    title,
    players,
    groups,
    sides: freshSides(players),
    roster: models,
    models: fielded(models),
    // The program was started anew: the answers stand, and what followed from them is told again.
    played: state.played,
    evening: state.evening,
    log: state.log,
    paused: paused ?? false,
  }),
  throw: (state, asked) => withAsked(state, { kind: "throw", ...asked }),
  choice: (state, asked) => withAsked(state, { kind: "choice", ...asked }),
  hand: (state) => ({ ...state, hand: true, moving: false }),
  // What moves is seen: a loss before the program was started anew is over.
  moving: (state) => ({ ...state, moving: true, hand: false, over: false, refused: [], lost: null, reminder: "" }),
  settled: atRest,
  nudged: atRest,
  lifted: atRest,
  reading: withReading,
  refused: (state, { reasons }) => ({ ...state, refused: reasons }),
  accepted: withAccepted,
  voided: (state, { answer }) => retold(state, state.played.slice(0, answer)),
  corrected: withCorrected,
  evening_began: (state) => ({ ...state, evening: true, outcome: null }),
  paused: (state) => ({ ...state, paused: true }),
  resumed: (state) => ({ ...state, paused: false }),
  reminder: (state, { text }) => ({ ...state, reminder: text }),
  pictures_over: (state) => ({ ...state, over: true, moving: false }),
  camera_lost: (state, { detail }) => ({ ...state, lost: detail, moving: false }),
  camera_back: (state) => ({ ...state, lost: null }),
  advice: (state, { sentences }) => ({ ...state, advice: sentences }),
  camera_hint: withHint,
  store_low: (state, { text }) => ({ ...state, full: text }),
  store_back: (state) => ({ ...state, full: "" }),
  results_fixed: (state, { name, attack, defence }) => withSide(state, name, { attack, defence }),
  compared: (state, compared) => ({ ...state, passes: [...state.passes, compared] }),
  damage_rolled: (state, rolled) => ({
    ...state,
    damage: [...state.damage, { ...rolled, pass: state.passes.at(-1)?.attack_pass }],
  }),
  exchange_resolved: (state) => ({ ...restarted(state), exchange: state.exchange + 1 }),
  outcome: (state, outcome) => ({ ...withRolls(state), asked: null, outcome }),
};

export function fold(state, { seq, type, data }) {
  const changed = CHANGES[type]?.(state, data) ?? state;
  const next = { ...changed, models: standing(changed.models, type, data) };
  // A reminder is no part of the story.
  return data.text && type !== "reminder" ? { ...next, log: [...next.log, { seq, type, text: data.text }].slice(-LATELY) } : next;
}

const many = (number, noun) => `${number} ${number === 1 ? noun : `${noun}s`}`;

// The end of an evening tells how long it was; that of an exchange is told by its story.
const over = ({ turns, exchanges }) =>
  exchanges === undefined
    ? { head: "The exchange is over", more: "" }
    : { head: "The evening is over", more: `${many(exchanges, "exchange")} in ${many(turns, "turn")}` };

// What is awaited, in the few words that are read across a table.
export function prompt(state) {
  if (state.lost !== null) return { head: "No picture from the camera", more: state.lost };
  if (state.outcome !== null) return over(state.outcome);
  if (state.asked === null) return { head: "Waiting for the table", more: "" };
  const { kind, player, purpose, reason, total } = state.asked;
  if (kind === "choice") return { head: `${player} decides`, more: reason };
  const head = `${player}: throw ${total} ${purpose} ${total === 1 ? "die" : "dice"}`;
  // The reason often begins with the same words; what is read in large type is not said twice.
  return reason.startsWith(head) ? { head, more: reason.slice(head.length).replace(/^,? /, "") } : { head: reason, more: "" };
}

// What the camera or the line to it is busy with, if that is worth a word.
export function status(state, connected) {
  if (!connected) return "Connection lost, trying again";
  if (state.full !== "") return state.full;
  if (state.hint !== "") return state.hint;
  if (state.paused) return "Paused: dice do not count";
  if (state.reminder !== "") return state.reminder;
  if (state.asked?.kind !== "throw") return "";
  if (state.hand) return "A hand is over the table";
  return state.over ? "No more clips or pictures follow" : state.moving ? "Dice are rolling" : "";
}

// One line a pass: who hits or is stopped, by how much, and the wounds of its damage rolls.
export function passes(state) {
  return state.passes.map((pass) => {
    const { attacker, defender, attack, defence, attack_succeeds: succeeds, success_level: level } = pass;
    const roller = succeeds ? attacker : defender; // A defender rolls damage by a Counterstrike alone.
    const rolls = state.damage.filter((roll) => roll.attacker === roller && roll.pass === pass.attack_pass);
    return {
      succeeds,
      head: succeeds ? `${attacker} hits ${defender}` : `${defender} stops ${attacker}`,
      sums: `attack ${attack} against defence ${defence}`,
      level,
      wounds: rolls.length > 0 ? rolls.reduce((sum, roll) => sum + (roll.wounds ?? 0), 0) : null,
    };
  });
}
