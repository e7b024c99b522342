// The overlay: draws what the messages say over whatever lies beneath, and asks for nothing but their number.

import { draw, element } from "../dom.js";
import { follow } from "../events.js";
import { EMPTY, fold } from "../fold.js";
import { askedOf, clashCard, drawAsked } from "./centre.js";
import { fit } from "./fit.js";
import { drawKeyed } from "./keyed.js";
import { drawOdds, oddsShown } from "./odds.js";
import { readOptions } from "./options.js";
import { drawPlates } from "./plates.js";
import { playSample } from "./sample.js";
import { sign } from "../signs.js";
import { NOTHING, see } from "./view.js";
import { warm } from "./warm.js";

const options = readOptions(location.search);
const show = new Set(options.show);
const node = (id) => document.getElementById(id);
const stage = node("stage");

let state = { base: EMPTY, view: NOTHING, table: null };
let connected = true;
let reached = 0; // number of the latest message
let awaited = Infinity; // number up to which messages tell of the past
let strange = ""; // what is wrong with the table of the address
let isDue = false;
let isWarm = false;

function took(state, message) {
  const base = { ...fold(state.base, message), log: [] };
  const view = see(base, state.view, message);
  return { base, view, table: message.table };
}

function signs() {
  const told = options.wrong.map((words) => element("p", { class: "wrong", role: "alert" }, sign("bad"), element("span", {}, words)));
  if (strange !== "") told.push(element("p", { class: "wrong", role: "alert" }, sign("bad"), element("span", { dir: "auto" }, strange)));
  if (!connected) told.push(element("p", { class: "lost", role: "status" }, sign("broken"), element("span", {}, "Connection lost, trying again")));
  return told;
}

function paint() {
  isDue = false;
  const { base, view } = state;
  draw(node("signs"), [connected, strange], signs);
  document.body.classList.toggle("offline", !connected);
  if (reached < awaited && connected && strange === "") return;
  const isEmpty = strange !== "" || reached === 0;
  stage.hidden = isEmpty;
  if (isEmpty) return;
  drawPlates(node("players"), state, show);
  const asked = show.has("prompt") ? askedOf(base, connected) : null;
  node("asked").hidden = asked === null;
  draw(node("asked"), asked, (shown) => (shown === null ? [] : drawAsked(shown)));
  const odds = show.has("odds") ? oddsShown(view.odds, base, view) : null;
  node("odds").hidden = odds === null;
  draw(node("odds"), odds, drawOdds);
  drawKeyed(node("clashes"), show.has("clash") ? view.clashes : [], clashCard);
  fit(stage, options.scale);
  document.body.dataset.seq = reached; // for those who watch the page, as tests do
  if (document.body.classList.contains("still")) goOn();
}

// Messages come in bursts; what they say together is drawn once, before the next picture of the browser.
function due() {
  if (isDue) return;
  isDue = true;
  requestAnimationFrame(paint);
}

// What happened before the page came is drawn as it stands, and nothing of it moves.
async function findPast() {
  document.body.classList.add("still");
  try {
    const response = await fetch("/api/state");
    awaited = response.ok ? (await response.json()).seq : 0;
  } catch {
    awaited = 0; // The line is down again; what comes is drawn as it comes.
  }
  due();
}

// From here on what comes is new.
function goOn() {
  document.body.classList.remove("still");
  for (const animation of document.getAnimations()) animation.finish();
  if (isWarm) return;
  isWarm = true;
  requestIdleCallback(() => warm(node("clashes")));
}

const followed = {
  onTable: () => (state = { base: EMPTY, view: NOTHING, table: null }),
  onMessage: (message) => {
    if (options.table !== null && message.table !== options.table) {
      strange = `table: there is no table ${options.table} here, expected ${message.table}`;
    } else {
      strange = "";
      state = took(state, message);
    }
    reached = message.seq;
    due();
  },
  onLink: (now) => {
    connected = now;
    if (now) findPast();
    due();
  },
};

function begin() {
  document.body.dataset.layout = options.layout;
  document.body.dataset.theme = options.theme;
  document.body.dataset.position = options.position;
  document.documentElement.style.setProperty("--scale", options.scale);
  addEventListener("resize", due);
  due();
  if (options.sample === null) {
    follow(followed);
  } else {
    awaited = 0;
    playSample(options.sample, followed);
  }
}

begin();
