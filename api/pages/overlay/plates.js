// A player's plate: name, models with wounds and states, the latest dice, the luck of the latest throw.

import { drawDie } from "../dice.js";
import { draw, element, svg } from "../dom.js";
import { groupSign, groupWords } from "../groups.js";
import { lossOf, modelLine, modelsOf, statesOf } from "../model_line.js";
import { sign } from "../signs.js";
import { drawKeyed, setChildren } from "./keyed.js";

const MOST_MODELS = 4;

const SHORT_NAME = 12;
const LONG_NAME = 26;

// A name in its own direction of writing; the longer it is, the smaller it is set.
export function nameOf(tag, name, extra = {}) {
  const size = [...name].length > LONG_NAME ? "longest" : [...name].length > SHORT_NAME ? "long" : "short";
  return element(tag, { dir: "auto", class: `name ${size}`, ...extra }, name);
}

// The models that are listed: those that fight first, where there is no room for all.
function shortened(listed, clashes) {
  const fighting = new Set(clashes.flatMap(({ attacker, target }) => [attacker, target]));
  const weight = ({ name, out }) => (fighting.has(name) ? 0 : 2) + (out ? 1 : 0);
  const first = [...listed].sort((one, other) => weight(one) - weight(other)).slice(0, MOST_MODELS);
  return listed.filter((one) => first.includes(one));
}

function header({ player, isAsked, single }) {
  return element(
    "header",
    {},
    element("span", { class: "who" }, isAsked ? sign("dice") : null, nameOf("h2", player)),
    single === null ? null : element("span", { class: "stand" }, ...statesOf(single), lossOf(single)),
  );
}

const BADGES = { support: "+1" };
const ROLES = {
  high: "highest",
  support: "supports",
  spare: "does not count",
  hit: "succeeds",
  miss: "fails",
};

function cast({ die, table }) {
  const shown = element("span", { class: `cast ${die.role ?? ""}`, "data-role": die.role }, drawDie(die));
  if (die.crop !== null && table !== null) {
    const source = `/api/matches/${table}/pictures/${die.crop.picture}/dice/${die.crop.place}`;
    const picture = element("img", { src: source, alt: "", class: "crop" });
    picture.addEventListener("error", () => picture.remove()); // not every table keeps pictures
    shown.append(picture);
  }
  if (die.role !== null) {
    shown.append(element("span", { class: "role" }, ROLES[die.role]));
    const badge = BADGES[die.role];
    if (badge !== undefined) shown.append(element("span", { class: "badge", "aria-hidden": "true" }, badge));
    if (die.role === "hit") shown.append(sign("good"));
    if (die.role === "miss") shown.append(sign("bad"));
  }
  return shown;
}

function groupRow(group, purpose) {
  return element(
    "div",
    { class: "group", "data-group": group },
    element("span", { class: "group-name" }, groupSign(group), element("span", {}, groupWords(group, purpose))),
    element("span", { class: "group-dice" }),
  );
}

// The dice are drawn into the row apart, so that a result beside them does not throw them again.
function drawGroups(node, { groups, purpose }, table) {
  const landed = new Map([...node.children].map((row) => [row.dataset.key, row]));
  const shown = groups.map(({ group, answer, result, dice, accepted }) => {
    const key = `${group} ${answer}`;
    const row = landed.get(key) ?? groupRow(group, purpose);
    row.dataset.key = key;
    row.classList.toggle("accepted", accepted);
    const casts = dice.map((die, place) => ({ key: place, die, table }));
    drawKeyed(row.querySelector(".group-dice"), casts, cast);
    setResult(row, result);
    return row;
  });
  setChildren(node, shown);
}

function setResult(row, result) {
  const words = result === null ? "" : String(result);
  if ((row.dataset.result ?? "") === words) return;
  row.dataset.result = words;
  row.querySelector(".result")?.remove();
  if (words !== "") row.append(element("span", { class: "result" }, element("small", {}, "result "), words));
}

function luckOf(luck) {
  if (luck === null) return null;
  const better = Math.round(100 * (luck.worse.share + luck.equal.share / 2));
  const words = better > 60 ? "lucky" : better < 40 ? "unlucky" : "fair";
  return element(
    "p",
    { class: "luck", title: luck.text },
    element("span", {}, `${words} throw`),
    svg(
      "svg",
      { viewBox: "0 0 100 8", class: "gauge", role: "img", "aria-label": `luck ${better} of 100` },
      svg("rect", { x: 0, y: 3, width: 100, height: 2, rx: 1, class: "rail" }),
      svg("path", { d: "M50 1 V7", class: "middle" }),
      svg("path", { d: `M${better} 0 L${better + 3.5} 4 L${better} 8 L${better - 3.5} 4 Z`, class: "mark" }),
    ),
    element("span", { class: "share" }, `${better}/100`),
  );
}

function plate(player, place) {
  return element(
    "section",
    { class: "plate", "data-player": player, "data-place": place, "aria-label": player },
    element("div", { class: "head" }),
    element("ul", { class: "models" }),
    element("div", { class: "groups" }),
    element("div", { class: "footer" }),
  );
}

// Draws the plates of all players into a node.
export function drawPlates(node, { base, view, table }, show) {
  draw(node, base.players, (players) => players.map((player, place) => plate(player, place === 0 ? "first" : "second")));
  for (const drawn of node.children) {
    const { player } = drawn.dataset;
    const isAsked = base.asked?.player === player;
    drawn.classList.toggle("asked", isAsked);
    const { single, listed } = modelsOf(base.models, player);
    const shown = shortened(listed, view.clashes);
    const [head, models, groups, footer] = drawn.children;
    const wounds = show.has("wounds");
    draw(head, { player, isAsked, single: wounds ? single : null }, header);
    models.hidden = !wounds || listed.length === 0;
    drawKeyed(
      models,
      models.hidden ? [] : shown.map((one) => ({ key: one.name, ...one })),
      (model) => modelLine(model, nameOf("span", model.model)),
    );
    const more = listed.length - shown.length;
    models.dataset.more = more > 0 ? `and ${more} more` : "";
    const roll = view.rolls[player] ?? { groups: [], purpose: "" };
    drawGroups(groups, show.has("dice") ? roll : { groups: [], purpose: "" }, show.has("pictures") ? table : null);
    draw(footer, show.has("luck") && view.luck?.player === player ? view.luck : null, luckOf);
  }
}
