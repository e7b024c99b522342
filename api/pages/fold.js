// What a page shows, worked out from the messages alone: `fold(state, message)` returns the state after one.

export const EMPTY = {
  title: "",
  players: [],
  groups: [],
  sides: {},
  asked: null,
  moving: false,
  over: false,
  reading: null,
  refused: [],
  passes: [],
  damage: [],
  outcome: null,
  answers: 0,
  lost: null,
  hint: "",
  log: [],
};

const freshSide = () => ({ dice: {}, attack: null, defence: null, wounds: 0, woundsLeft: null, out: false });

const freshSides = (players) => Object.fromEntries(players.map((name) => [name, freshSide()]));

function withSide(state, name, change) {
  if (!Object.hasOwn(state.sides, name)) return state;
  return { ...state, sides: { ...state.sides, [name]: { ...state.sides[name], ...change } } };
}

// The exchange before its first answer; the story goes on.
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
  let next = { ...state, reading, refused: [], lost: null, hint: "" };
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

// The colours in which a player throws a group; dice that were typed in have them too.
export function coloursOf(state, player, group) {
  const named = state.groups.find((one) => one.player === player && one.group === group);
  return named ?? { body: "white", marks: "black" };
}

function withAccepted(state, { player, faces }) {
  const side = state.sides[player];
  if (side === undefined || faces === undefined) return { ...state, refused: [], answers: state.answers + 1 };
  const groups = { ...side.dice };
  for (const [group, seen] of Object.entries(faces)) {
    const read = (state.reading?.dice ?? []).filter((die) => die.player === player && die.group === group);
    const { body, marks } = coloursOf(state, player, group);
    const dice = read.length === seen.length ? read : seen.map((face) => ({ face, body, marks }));
    groups[group] = { dice, accepted: true };
  }
  return { ...withSide(state, player, { dice: groups }), refused: [], answers: state.answers + 1 };
}

// Black pictures are as good as none; anything else about them is worth a line until the next reading.
function withHint(state, { hint, detail }) {
  if (hint === "black") return { ...state, lost: detail, moving: false };
  return hint === "bright" ? { ...state, lost: null } : { ...state, hint: detail };
}

const CHANGES = {
  table: (state, { title, players, groups }) => ({ ...EMPTY, title, players, groups, sides: freshSides(players) }),
  throw: (state, asked) => {
    // Dice asked for again, as a second damage roll, take the place of the former ones.
    const side = state.sides[asked.player];
    const dice = { ...side?.dice };
    if (!asked.before) for (const { group } of asked.dice) delete dice[group];
    return { ...withSide(state, asked.player, { dice }), asked: { kind: "throw", ...asked } };
  },
  choice: (state, asked) => ({ ...state, asked: { kind: "choice", ...asked } }),
  // What moves is seen: a loss before the program was started anew is over.
  moving: (state) => ({ ...state, moving: true, over: false, refused: [], lost: null }),
  settled: (state) => ({ ...state, moving: false }),
  reading: withReading,
  refused: (state, { reasons }) => ({ ...state, refused: reasons }),
  accepted: withAccepted,
  voided: (state) => ({ ...restarted(state), answers: Math.max(0, state.answers - 1) }),
  corrected: (state) => restarted(state),
  pictures_over: (state) => ({ ...state, over: true, moving: false }),
  camera_lost: (state, { detail }) => ({ ...state, lost: detail, moving: false }),
  camera_back: (state) => ({ ...state, lost: null }),
  camera_hint: withHint,
  results_fixed: (state, { name, attack, defence }) => withSide(state, name, { attack, defence }),
  compared: (state, compared) => ({ ...state, passes: [...state.passes, compared] }),
  damage_rolled: (state, rolled) => ({
    ...state,
    damage: [...state.damage, { ...rolled, pass: state.passes.at(-1)?.attack_pass }],
  }),
  wounded: (state, { name, wounds, wounds_left }) =>
    withSide(state, name, { wounds: (state.sides[name]?.wounds ?? 0) + wounds, woundsLeft: wounds_left }),
  // An evening goes on with models as the next exchange finds them.
  exchange_resolved: restarted,
  removed: (state, { name }) => withSide(state, name, { out: true }),
  outcome: (state, outcome) => ({ ...state, asked: null, outcome }),
};

export function fold(state, { seq, type, data }) {
  const next = CHANGES[type]?.(state, data) ?? state;
  return data.text ? { ...next, log: [...next.log, { seq, type, text: data.text }] } : next;
}

// What is awaited, in the few words that are read across a table.
export function prompt(state) {
  if (state.lost !== null) return { head: "No picture from the camera", more: state.lost };
  if (state.outcome !== null) return { head: "The exchange is over", more: "" };
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
  if (state.hint !== "") return state.hint;
  if (state.asked?.kind !== "throw") return "";
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
