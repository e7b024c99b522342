// Pieces of a view that rules events change: clashes, what each die of a roll came to.

// Each clash has a number of its own, by which it is known while it grows.
const fresh = (key, attacker, target) => ({ key, attacker, target, duel: null, steps: [], verdict: null });

const MOST_STEPS = 6;

// Steps with one more result; dice thrown for the same stand in one step.
export function withStep(steps, sign, label, value, good) {
  const last = steps.at(-1);
  const results = [{ value, good }];
  if (last?.sign !== sign || last.label !== label) return [...steps, { sign, label, results }];
  return [...steps.slice(0, -1), { ...last, results: [...last.results, ...results] }];
}

// The latest clash of these two with a change; one with a verdict is over, and the next blow begins another.
export function withClash(view, attacker, target, change) {
  const at = view.clashes.findLastIndex((one) => one.attacker === attacker && one.target === target);
  const open = at >= 0 && isOpen(view.clashes, at);
  const clash = open ? view.clashes[at] : fresh(view.begun, attacker, target);
  const changed = { ...clash, ...change(clash) };
  const others = open ? view.clashes.filter((_, place) => place !== at) : view.clashes;
  return {
    ...view,
    begun: open ? view.begun : view.begun + 1,
    clashes: [...others, { ...changed, steps: changed.steps.slice(-MOST_STEPS) }],
  };
}

// What is not the latest clash goes on only where all strike at once.
const isOpen = (clashes, at) => at === clashes.length - 1 || clashes[at].steps.length === 0;

// The latest clash, or the latest one that is about `name`.
const latestOf = (clashes, name) =>
  name === null ? clashes.length - 1 : clashes.findLastIndex((one) => one.target === name);

function withLatest(view, name, change) {
  const at = latestOf(view.clashes, name);
  if (at < 0) {
    if (name === null) return view;
    const begun = fresh(view.begun, null, name);
    return { ...view, begun: view.begun + 1, clashes: [...view.clashes, { ...begun, ...change(begun) }] };
  }
  return { ...view, clashes: view.clashes.map((one, place) => (place === at ? { ...one, ...change(one) } : one)) };
}

// One more step of the latest clash, or of the latest one about `name`.
export function hasStep(view, sign, label, value, good = null, name = null) {
  return withLatest(view, name, (clash) => ({ steps: withStep(clash.steps, sign, label, value, good).slice(-MOST_STEPS) }));
}

// How the latest clash ended.
export const judge = (view, verdict) => withLatest(view, null, () => ({ verdict }));

// How the latest clash ended for the model it was about.
export const withVerdict = (view, name, verdict) => withLatest(view, name, () => ({ verdict }));

// Both results of a Bushido model: the highest die of each group, those that support it, and those that do not count.
export function withResults(view, data) {
  const roll = view.rolls[data.name];
  if (roll === undefined) return view;
  const groups = roll.groups.map((one) => {
    const result = data[one.group];
    if (result === undefined) return one;
    const modifier = data[`${one.group}_modifier`];
    const supports = result === 0 ? 0 : Math.max(0, result - modifier - one.dice[0].face);
    const role = (place) => (result === 0 ? "spare" : place === 0 ? "high" : place <= supports ? "support" : "spare");
    return { ...one, result, dice: one.dice.map((die, place) => ({ ...die, role: role(place) })) };
  });
  return { ...view, rolls: { ...view.rolls, [data.name]: { ...roll, groups } } };
}

// Whether each die of these faces, of the latest roll for that purpose, did what it was thrown for.
export function withRole(view, purpose, faces, holds) {
  const found = Object.entries(view.rolls).find(([, roll]) => roll.purpose === purpose && hasUnjudged(roll));
  if (found === undefined) return view;
  const [player, roll] = found;
  const left = [...faces];
  const judged = (die) => {
    if (die.role !== null || !left.includes(die.face)) return die;
    left.splice(left.indexOf(die.face), 1);
    return { ...die, role: holds(die.face) ? "hit" : "miss" };
  };
  const groups = roll.groups.map((one) => ({ ...one, dice: one.dice.map(judged) }));
  return { ...view, rolls: { ...view.rolls, [player]: { ...roll, groups } } };
}

const hasUnjudged = (roll) => roll.groups.some(({ dice }) => dice.some((die) => die.role === null));
