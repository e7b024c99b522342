// What the camera sees now, and calibration by it: each group in turn, and which two are too alike.

import { drawDie } from "../dice.js";
import { element } from "../dom.js";
import { button } from "./dialog.js";
import { Refused, ask } from "./service.js";

const RENEWED_MS = 1000;

// A picture that renews itself as long as it is seen.
function livePicture() {
  const shown = element("div", { class: "live" }, element("p", { class: "quiet" }, "Waiting for the camera's picture."));
  async function renew() {
    if (!shown.isConnected) return;
    if (shown.checkVisibility() && !document.hidden) {
      const picture = element("img", { src: `/api/camera?at=${Date.now()}`, class: "picture", alt: "What the camera sees now" });
      try {
        await picture.decode();
        shown.replaceChildren(picture);
      } catch {
        shown.replaceChildren(element("p", { class: "quiet" }, "The camera has given no picture yet."));
      }
    }
    setTimeout(renew, RENEWED_MS);
  }
  setTimeout(renew, 0);
  return shown;
}

const marksOf = (kind) => (kind === "d6" ? "pips" : "numerals");

function lesson({ name, body, marks, used, dice, problem }, kind, learn) {
  const named = `${body} with ${marks} ${marksOf(kind)}`;
  const state = dice === 0 ? "not learnt yet" : `learnt from ${dice} ${dice === 1 ? "die" : "dice"}`;
  const words = dice === 0 ? "Learn from these" : "Learn again";
  return element(
    "li",
    { class: dice === 0 ? null : "known" },
    drawDie({ kind, face: kind === "d6" ? 5 : 20, body, marks }, { "aria-hidden": "true" }),
    element(
      "span",
      {},
      element("strong", {}, named),
      element("span", { class: "quiet" }, `${used.join(", ")}; ${state}`),
      problem ? element("span", { class: "problem" }, problem) : null,
    ),
    button(words, () => learn(name), { class: "plain", "aria-label": `${words}: ${named}` }),
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

  async function attempt(method, path, body) {
    try {
      show(await ask(method, path, body));
      complaint.hidden = true;
    } catch (problem) {
      if (!(problem instanceof Refused)) throw problem;
      complaint.textContent = problem.message;
      complaint.hidden = false;
    }
  }

  function show({ groups, pairs, least_apart: least, in_use: inUse }) {
    const tooAlike = pairs.filter((pair) => pair.too_alike);
    const isReady = groups.every((group) => group.dice > 0);
    const held = inside.contains(document.activeElement) ? document.activeElement.getAttribute("aria-label") : null;
    inside.replaceChildren(
      element("ul", { class: "learnt" }, ...groups.map((group) => lesson(group, kind, learn))),
      ...(tooAlike.length > 0 ? tooAlike : pairs.slice(0, 1)).map((pair) => pairWords(pair, least)),
      element(
        "div",
        { class: "choices" },
        button("Tell the dice apart by this", () => attempt("POST", "/api/calibration/use"), isReady ? { class: "main" } : { disabled: "" }),
        groups.some((group) => group.dice > 0) ? button("Begin anew", () => attempt("DELETE", "/api/calibration"), { class: "plain" }) : null,
        inUse ? button("Go by colour names again", () => attempt("DELETE", "/api/calibration/use"), { class: "plain" }) : null,
        button("Go on with the game", goOn, { class: "plain" }),
      ),
      element(
        "p",
        { class: "quiet", role: "status" },
        inUse ? "The dice are told apart by a calibration now." : "The dice are told apart by the names of their colours now.",
      ),
    );
    const again = held?.replace("Learn from these", "Learn again");
    [...inside.querySelectorAll("button")].find((one) => again && one.getAttribute("aria-label") === again)?.focus();
  }

  async function goOn() {
    await ask("POST", "/api/resume", { by: "calibration" }).catch(() => {});
    location.hash = "#table";
  }

  // What lies there to be learnt is no roll: the table is paused until its players go on.
  const learn = async (group) => {
    await ask("POST", "/api/pause", { by: "calibration" }).catch(() => {});
    await attempt("POST", "/api/calibration", { group });
  };

  part.replaceChildren(
    element("h2", {}, "Camera and colours"),
    livePicture(),
    element("p", { class: "help" }, "Lay the dice of one group alone under the camera and let it learn from these; then the next group. The table is paused meanwhile, so that none of them counts."),
    complaint,
    inside,
  );
  await attempt("GET", "/api/calibration");
}
