// Calibration by the camera's picture: each group in turn, and which two are too alike.

import { countedDice, drawDie } from "../dice.js";
import { element } from "../dom.js";
import { cameraPicture } from "./camera_picture.js";
import { button } from "./dialog.js";
import { Refused, ask } from "./service.js";

const marksOf = (kind) => (kind === "d6" ? "pips" : "numerals");

function known({ dice, in_use: inUse }) {
  if (dice > 0) return `learnt from ${countedDice(dice)}, not in use yet`;
  return inUse > 0 ? `in use, learnt from ${countedDice(inUse)}` : "not learnt yet";
}

// `chosen` is how many dice are chosen in the picture.
function lesson(group, kind, chosen, learn) {
  const { name, body, marks, used, dice, in_use: inUse, problem } = group;
  const named = `${body} with ${marks} ${marksOf(kind)}`;
  const isKnown = dice > 0 || inUse > 0;
  const again = isKnown ? "Learn again" : "Learn from these";
  const words = chosen === 0 ? again : `Learn from ${chosen} chosen`;
  return element(
    "li",
    { class: isKnown ? "known" : null },
    drawDie({ kind, face: kind === "d6" ? 5 : 20, body, marks }, { "aria-hidden": "true" }),
    element(
      "span",
      {},
      element("strong", {}, named),
      element("span", { class: "quiet" }, `${used.join(", ")}; ${known(group)}`),
      problem ? element("span", { class: "problem" }, problem) : null,
    ),
    button(words, () => learn(name), { class: "plain", "data-key": `learn ${name}`, "aria-label": `${words}: ${named}` }),
  );
}

const sentence = (words) => `${words[0].toUpperCase()}${words.slice(1)}.`;

const spelt = (name) => name.replace("/", " with ");

function pairWords({ first, second, apart, too_alike: tooAlike, advice }, least) {
  const pair = `${spelt(first)} and ${spelt(second)}`;
  return tooAlike
    ? element(
        "p",
        { class: "refusal" },
        element("strong", {}, `Too alike: ${pair}. `),
        `${apart.toFixed(1)} times their spread apart, ${least.toFixed(1)} are needed. ${sentence(advice)}`,
      )
    : element("p", { class: "quiet" }, `Most alike are ${pair}: ${apart.toFixed(1)} times their spread apart, which is enough.`);
}

// `kind` is that of the table's dice.
export async function openCalibration(part, kind) {
  const complaint = element("p", { class: "refusal", role: "alert", hidden: "" });
  const inside = element("div", { class: "lessons" });
  const chosen = new Set();
  const { shown, look } = cameraPicture(chosen, choose);
  let told = null;

  async function attempt(method, path, body) {
    try {
      told = await ask(method, path, body);
      complaint.hidden = true;
      return true;
    } catch (problem) {
      if (!(problem instanceof Refused)) throw problem;
      complaint.textContent = problem.message;
      complaint.hidden = false;
      return false;
    }
  }

  function show() {
    const { groups, pairs, least_apart: least, in_use: inUse } = told;
    const tooAlike = pairs.filter((pair) => pair.too_alike);
    const anew = groups.filter((group) => group.dice > 0);
    const missing = groups.filter((group) => group.dice === 0 && group.in_use === 0);
    const held = inside.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
    const act = (words, method, path, attributes) => button(words, () => change(method, path), { "data-key": path, ...attributes });
    inside.replaceChildren(
      element("ul", { class: "learnt" }, ...groups.map((group) => lesson(group, kind, chosen.size, learn))),
      ...(tooAlike.length > 0 ? tooAlike : pairs.slice(0, 1)).map((pair) => pairWords(pair, least)),
      ...(inUse && anew.length > 0 && anew.length < groups.length
        ? [element("p", { class: "quiet" }, `Learnt anew: ${anew.map(({ name }) => spelt(name)).join(", ")}. The other groups stay as they are.`)]
        : []),
      element(
        "div",
        { class: "choices" },
        act("Tell the dice apart by this", "POST", "/api/calibration/use", anew.length > 0 && missing.length === 0 ? { class: "main" } : { disabled: "" }),
        anew.length > 0 ? act(inUse ? "Leave all as it was" : "Begin anew", "DELETE", "/api/calibration", { class: "plain" }) : null,
        inUse ? act("Go by colour names again", "DELETE", "/api/calibration/use", { class: "plain", "data-key": "names" }) : null,
        button("Go on with the game", goOn, { class: "plain", "data-key": "go on" }),
      ),
      element(
        "p",
        { class: "quiet", role: "status" },
        inUse ? "The dice are told apart by a calibration now." : "The dice are told apart by the names of their colours now.",
      ),
    );
    const again = held === undefined ? null : inside.querySelector(`[data-key="${CSS.escape(held)}"]:enabled`);
    if (held !== undefined) (again ?? inside.querySelector("button")).focus();
  }

  // What lies there to be learnt is no roll: the table is paused until its players go on.
  const pause = () => ask("POST", "/api/pause", { by: "calibration" }).catch(() => {});

  async function goOn() {
    await ask("POST", "/api/resume", { by: "calibration" }).catch(() => {});
    location.hash = "#table";
  }

  // What is chosen holds for one lesson, and for as long as the same dice are counted.
  async function change(method, path, body) {
    if (!(await attempt(method, path, body))) return;
    chosen.clear();
    show();
    await look();
  }

  function choose() {
    if (chosen.size > 0) pause();
    if (told !== null) show();
  }

  async function learn(group) {
    await pause();
    const dice = [...chosen];
    await change("POST", "/api/calibration", dice.length > 0 ? { group, dice } : { group });
  }

  part.replaceChildren(
    element("h2", {}, "Camera and colours"),
    shown,
    element(
      "p",
      { class: "help" },
      "Tap the dice of one group in the picture and let the group learn from them; then the next group. Or lay one group alone under the camera and let it learn without a tap. A group whose dice were swapped learns again alone, and the others stay. The table is paused meanwhile, so that none of them counts.",
    ),
    complaint,
    inside,
  );
  if (await attempt("GET", "/api/calibration")) show();
}
