// What the camera sees now, and calibration by it: each group in turn, and which two are too alike.

import { drawDie } from "../dice.js";
import { element, svg } from "../dom.js";
import { button } from "./dialog.js";
import { Refused, ask } from "./service.js";

const RENEWED_MS = 1000;

// A picture that renews itself as long as it is seen.
function livePicture() {
  const image = svg("image", { width: 16, height: 9, preserveAspectRatio: "xMidYMid meet" });
  const shown = svg("svg", { viewBox: "0 0 16 9", class: "picture", role: "img", "aria-label": "What the camera sees now" }, image);
  const renew = () => {
    if (!shown.isConnected) return;
    if (shown.checkVisibility() && !document.hidden) image.setAttribute("href", `/api/camera?at=${Date.now()}`);
    setTimeout(renew, RENEWED_MS);
  };
  setTimeout(renew, 0);
  return shown;
}

function lesson({ name, body, marks, used, dice, problem }, learn) {
  const state = dice === 0 ? "not learnt yet" : `learnt from ${dice} ${dice === 1 ? "die" : "dice"}`;
  return element(
    "li",
    {},
    drawDie({ face: 5, body, marks }, { "aria-hidden": "true" }),
    element("span", {}, `${body} with ${marks} marks: ${used.join(", ")} (${state})`, problem ? element("strong", {}, ` ${problem}`) : ""),
    button(dice === 0 ? "These lie there alone" : "Again", () => learn(name), { class: "plain", "aria-label": `Learn ${body} with ${marks} marks` }),
  );
}

function pairWords({ first, second, apart, too_alike: tooAlike, advice }, least) {
  return tooAlike
    ? element("p", { class: "refusal" }, `${first} and ${second} are too alike: ${apart.toFixed(1)} times their spread apart, ${least.toFixed(1)} are needed. ${advice}.`)
    : element("p", { class: "quiet" }, `Most alike are ${first} and ${second}, ${apart.toFixed(1)} times their spread apart; that is enough.`);
}

export async function openCalibration(part) {
  const complaint = element("p", { class: "refusal", role: "alert", hidden: "" });
  const inside = element("div");

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
    inside.replaceChildren(
      element("ul", { class: "learnt" }, ...groups.map((group) => lesson(group, learn))),
      ...(tooAlike.length > 0 ? tooAlike : pairs.slice(0, 1)).map((pair) => pairWords(pair, least)),
      element(
        "div",
        { class: "choices" },
        button("Tell the dice apart by this", () => attempt("POST", "/api/calibration/use"), groups.some((group) => group.dice === 0) ? { disabled: "" } : { class: "main" }),
        button("Forget it", () => attempt("DELETE", "/api/calibration"), { class: "plain" }),
      ),
      element("p", { class: "quiet" }, inUse ? "The dice are told apart by a calibration now." : "The dice are told apart by the names of their colours now."),
    );
  }

  // What lies there to be learnt is no roll: the table is paused until its players go on.
  const learn = async (group) => {
    await ask("POST", "/api/pause", { by: "calibration" }).catch(() => {});
    await attempt("POST", "/api/calibration", { group });
  };

  part.replaceChildren(
    element("h2", {}, "Camera and colours"),
    livePicture(),
    element("p", { class: "help" }, "For calibration lay the dice of one group alone under the camera and tap its button; then the next group. The table is paused meanwhile: Go on, at the table, ends that."),
    complaint,
    inside,
  );
  await attempt("GET", "/api/calibration");
}
