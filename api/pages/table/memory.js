// What the table page remembers beside how the table stands: the story, the pictures, each roll's question and luck.

import { countedDie } from "../fold.js";

const SENTENCES = 800; // What is older is read in the match's export.
const PICTURES = 64; // The service keeps 32 of them; of older ones single dice are shown.

export const BLANK = { story: [], questions: [], luck: {}, pictures: {}, asked: null, odds: null };

// Told elsewhere on the page, or no part of what happened.
const UNTOLD = new Set(["luck", "reminder"]);

const kept = (pictures) => Object.fromEntries(Object.entries(pictures).slice(-PICTURES));

const without = (luck, from) => Object.fromEntries(Object.entries(luck).filter(([answer]) => Number(answer) < from));

// What followed from the answers is told again from the first: what was told before counts no more.
const retold = (story) => story.map((line) => (line.note ? line : { ...line, gone: true }));

const CHANGES = {
  // The program was started anew and tells everything once more.
  table: (memory) => ({ ...memory, story: memory.story.filter((line) => line.note), asked: null, odds: null }),
  throw: (memory, asked) => ({ ...memory, asked, odds: null }),
  choice: (memory, asked) => ({ ...memory, asked, odds: null }),
  outcome: (memory) => ({ ...memory, asked: null, odds: null }),
  odds: (memory, { odds }) => ({ ...memory, odds }),
  reading: (memory, { picture, width, height, dice }) => ({
    ...memory,
    pictures: kept({ ...memory.pictures, [picture]: { width, height, dice } }),
  }),
  // What was asked and could be expected, beside each answer.
  accepted: (memory) => ({ ...memory, questions: [...memory.questions, { ...memory.asked, odds: memory.odds }] }),
  luck: (memory, luck) => ({ ...memory, luck: { ...memory.luck, [luck.answer]: luck } }),
  voided: (memory, { answer }) => ({
    ...memory,
    questions: memory.questions.slice(0, answer),
    luck: without(memory.luck, answer),
    story: retold(memory.story),
  }),
  corrected: (memory, { answer, dropped }) => {
    const gone = new Set(dropped.map((one) => one.answer));
    return {
      ...memory,
      questions: memory.questions.filter((_, index) => !gone.has(index)),
      luck: without(memory.luck, answer),
      story: retold(memory.story),
    };
  },
};

const NOTES = new Set(["voided", "corrected", "store_damaged", "store_low", "store_back"]);

export function remember(memory, { seq, type, at, data }) {
  const next = CHANGES[type]?.(memory, data) ?? memory;
  if (!data.text || UNTOLD.has(type)) return next;
  const line = { seq, type, at, step: data.step ?? null, text: data.text, note: NOTES.has(type), gone: false };
  return { ...next, story: [...next.story, line].slice(-SENTENCES) };
}

// Where the picture of a die is: in that of the whole table, and as a crop of its own.
function shot(memory, picture, seen) {
  const whole = memory.pictures[picture];
  if (!seen || whole === undefined) return null;
  const index = whole.dice.findIndex((die) => die.box.join() === seen.box.join());
  return { picture, width: whole.width, height: whole.height, box: seen.box, index };
}

// The rolls that count, the first one first: each with its dice, their pictures, and what could have been thrown.
export function rolls(state, memory) {
  return state.played.flatMap((one, answer) => {
    if (one.faces === undefined) return [];
    const asked = memory.questions[answer];
    const groups = asked?.dice?.map(({ group }) => group) ?? Object.keys(one.faces);
    const dice = one.dice.map((die, index) => {
      const { group, seen } = die;
      const shown = { ...countedDie(state, one.player, die), group };
      return { index, shown, wasRead: seen?.face ?? null, shot: shot(memory, one.picture, seen) };
    });
    const { player, purpose, exchange, picture, goes_on: goesOn = false } = one;
    const sides = asked?.dice?.[0]?.sides ?? Number(state.kind.slice(1));
    return [{ answer, player, purpose, exchange, goesOn, picture, groups, sides, dice, odds: asked?.odds ?? null, luck: memory.luck[answer] ?? null }];
  });
}

// The dice that lie there for the awaited throw and were not accepted.
export function waiting(state, memory) {
  if (state.asked?.kind !== "throw" || state.reading === null) return [];
  const groups = state.asked.dice.map(({ group }) => group);
  const side = state.sides[state.asked.player];
  return groups.flatMap((group) => {
    const lying = side?.dice[group];
    if (lying === undefined || lying.accepted) return [];
    return lying.dice.map((die) => ({ shown: die, shot: shot(memory, state.reading.picture, die) }));
  });
}
