// Sets a whole table up without a file: the system, players, models and dice; then play begins.

import { element } from "../dom.js";
import { openCalibration } from "./calibrate.js";
import { button } from "./dialog.js";
import { fieldOf } from "./fields.js";
import { Refused, ask } from "./service.js";

const CHECK_AFTER_MS = 400;

function refusal(part, problem) {
  if (!(problem instanceof Refused)) throw problem;
  part.replaceChildren(element("p", { class: "refusal", role: "alert" }, problem.message));
}

export async function open(part, { title, players, kind }) {
  const which = JSON.stringify([title, players]);
  // What was filled in stays there while somebody looks at another part of the page.
  if (players.length === 0 || part.dataset.table === which) return;
  try {
    part.dataset.table = which;
    const { systems, table } = await ask("GET", "/api/setup");
    await show(part, systems, table, kind);
  } catch (problem) {
    delete part.dataset.table;
    refusal(part, problem);
  }
}

async function show(part, systems, table, kind) {
  const chosen = element("select", { id: "system" }, ...systems.map(({ id, title }) => element("option", { value: id }, title)));
  chosen.value = table?.system ?? systems[0].id;
  const place = element("div");

  async function fill(given) {
    const system = chosen.value;
    const { form, preset } = await ask("GET", `/api/setup/forms/${encodeURIComponent(system)}`);
    // Who goes through the rules by arrow keys has gone on meanwhile.
    if (chosen.value === system) place.replaceChildren(tableForm(system, form, given ?? preset));
  }

  const fillAnew = () => fill(null).catch((problem) => refusal(place, problem));
  chosen.addEventListener("change", fillAnew);
  await fill(table);
  const calibration = element("section", { class: "card", "aria-label": "Camera and colours" });
  part.replaceChildren(
    element("h1", {}, "Set-up"),
    calibration,
    element(
      "p",
      {},
      element("a", { href: "/overlay/editor" }, "Show the table on a stream"),
      ": choose how the overlay looks and get its address for OBS.",
    ),
    element("h2", {}, "Another table"),
    element("div", { class: "field" }, element("label", { for: "system" }, "Rules"), chosen),
    button("Begin with the example", fillAnew, { class: "plain begin" }),
    place,
  );
  await openCalibration(calibration, kind);
}

// What is wrong by field, in all words that stand at it. Of what the form could not hand over, only the form
// can tell why it is missed.
function complaints(field, problems) {
  const own = new Map(field.wrong());
  const all = new Map([...own].map(([at, words]) => [at, [words]]));
  for (const { key, text } of problems) {
    const at = field.find(key);
    if (own.has(at)) continue;
    all.set(at, [...(all.get(at) ?? []), at === field ? `${key}: ${text}` : text]);
  }
  return all;
}

// The page goes over to the table, and so does the focus.
function leaveForTable() {
  if (location.hash === "#table") return;
  addEventListener(
    "hashchange",
    () => {
      const heading = document.querySelector("#asked h1");
      heading?.setAttribute("tabindex", "-1");
      heading?.focus({ preventScroll: true });
    },
    { once: true },
  );
  location.hash = "#table";
}

function tableForm(system, form, given) {
  const { system: _, ...properties } = form.properties;
  const inner = { ...form, properties, required: ["title", ...form.required].filter((key) => key !== "system"), description: undefined };
  const field = fieldOf("This table", inner, given, form, true);
  const summary = element("p", { class: "summary", role: "status" });
  const start = element("button", { type: "submit", class: "main" }, "Start this table");
  const shown = element(
    "form",
    { class: "setup", novalidate: "" },
    field.node,
    element("div", { class: "start" }, summary, start),
  );

  const filled = () => ({ system, ...field.read() });
  let told = [];

  async function check() {
    const { problems } = await ask("POST", "/api/setup/check", { table: filled() });
    const wrong = complaints(field, problems);
    for (const one of told) one.complain("");
    told = [...wrong.keys()];
    for (const [at, words] of wrong) at.complain(words.join("\n"));
    const count = [...wrong.values()].flat().length;
    summary.textContent = count === 0 ? "Everything is there." : `${count === 1 ? "One thing is" : `${count} things are`} not right yet.`;
    return count === 0;
  }

  let due = null;
  shown.addEventListener("input", () => {
    clearTimeout(due);
    due = setTimeout(() => check().catch(() => {}), CHECK_AFTER_MS);
  });
  shown.addEventListener("submit", async (event) => {
    event.preventDefault();
    clearTimeout(due);
    start.disabled = true;
    try {
      if (!(await check())) {
        const first = shown.querySelector('[aria-invalid="true"], .field-error:not([hidden])');
        first.scrollIntoView({ block: "center" });
        first.focus({ preventScroll: true });
        return;
      }
      summary.textContent = "The table is being opened.";
      await ask("POST", "/api/setup", { table: filled() });
      leaveForTable();
    } catch (problem) {
      if (!(problem instanceof Refused)) throw problem;
      summary.textContent = problem.message;
    } finally {
      start.disabled = false;
      // A button that is disabled lets the focus go.
      if (document.activeElement === document.body) start.focus({ preventScroll: true });
    }
  });
  check().catch(() => {});
  return shown;
}
