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
    await show(part, systems, table?.system ?? systems[0].id, table, kind);
  } catch (problem) {
    delete part.dataset.table;
    refusal(part, problem);
  }
}

async function show(part, systems, system, table, kind) {
  const { form, preset } = await ask("GET", `/api/setup/forms/${encodeURIComponent(system)}`);
  const chosen = element("select", { id: "system" }, ...systems.map(({ id, title }) => element("option", { value: id }, title)));
  chosen.value = system;
  chosen.addEventListener("change", () => show(part, systems, chosen.value, null, kind).catch((problem) => refusal(part, problem)));
  const { system: _, ...properties } = form.properties;
  const inner = { ...form, properties, required: ["title", ...form.required].filter((key) => key !== "system"), description: undefined };
  const field = fieldOf("This table", inner, table ?? preset, form, true);
  const summary = element("p", { class: "summary", role: "status" });
  const start = element("button", { type: "submit", class: "main" }, "Start this table");
  const shown = element(
    "form",
    { class: "setup", novalidate: "" },
    field.node,
    element("div", { class: "start" }, summary, start),
  );

  const given = () => ({ system, ...field.read() });
  const told = new Set();

  async function check() {
    const { problems } = await ask("POST", "/api/setup/check", { table: given() });
    for (const one of told) one.complain("");
    told.clear();
    for (const { key, text } of problems) {
      const at = field.find(key);
      at.complain(at === field ? `${key}: ${text}` : text);
      told.add(at);
    }
    summary.textContent =
      problems.length === 0 ? "Everything is there." : `${problems.length === 1 ? "One thing is" : `${problems.length} things are`} not right yet.`;
    return problems.length === 0;
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
        shown.querySelector('[aria-invalid="true"], .field-error:not([hidden])')?.scrollIntoView({ block: "center" });
        shown.querySelector('[aria-invalid="true"]')?.focus();
        return;
      }
      summary.textContent = "The table is being opened.";
      await ask("POST", "/api/setup", { table: given() });
      location.hash = "#table";
    } catch (problem) {
      if (!(problem instanceof Refused)) throw problem;
      summary.textContent = problem.message;
    } finally {
      start.disabled = false;
    }
  });

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
    button("Begin with the example", () => show(part, systems, system, null, kind), { class: "plain begin" }),
    shown,
  );
  check().catch(() => {});
  await openCalibration(calibration, kind);
}
