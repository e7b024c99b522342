// Fields of a form made from a JSON Schema. Each is {node, read(), wrong(), find(key), complain(words)}:
// `read` gives its value or undefined where it is left out, `wrong` pairs of a field and words for what does
// not show in that value, `find` the field that a key such as `players.Aya.wounds` names, `complain` shows what
// is wrong at its place, or nothing again.

import { drawDie } from "../dice.js";
import { element } from "../dom.js";
import { button } from "./dialog.js";

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const spoken = (key) => (key.charAt(0).toUpperCase() + key.slice(1)).replaceAll("_", " ");

const LEFT_OUT = "";

let numbers = 0;
const fresh = () => `field-${(numbers += 1)}`;

// The schema that a reference leads to; what stands beside the reference counts more.
export function resolved(schema, root) {
  if (schema.$ref === undefined) return schema;
  const { $ref, ...beside } = schema;
  return { ...resolved(root.$defs[$ref.split("/").pop()], root), ...beside };
}

function branches(schema, root) {
  return (schema.anyOf ?? [schema]).map((one) => resolved(one, root)).filter((one) => one.type !== "null");
}

// Opens what a place is folded away in.
function unfold(place) {
  for (let around = place.closest("details"); around !== null; around = around.parentElement.closest("details")) around.open = true;
}

function complainer(input) {
  const id = fresh();
  const place = element("p", { class: "field-error", id, tabindex: "-1", hidden: "" });
  return [
    place,
    (words) => {
      place.textContent = words;
      place.hidden = words === "";
      if (words !== "") unfold(place);
      if (input === null) return;
      if (words === "") input.removeAttribute("aria-invalid");
      else input.setAttribute("aria-invalid", "true");
    },
    id,
  ];
}

const inRange = ({ min, max }) => (min === "" ? "" : ` from ${min} to ${max}`);

// A label, what it means, the control, and room for a complaint.
function leaf(label, description, control, read) {
  const id = fresh();
  const [place, complain, placeId] = complainer(control);
  const help = description ? element("p", { class: "help", id: `${id}-help` }, description) : null;
  control.id = id;
  control.setAttribute("aria-describedby", help === null ? placeId : `${id}-help ${placeId}`);
  const isTick = control.type === "checkbox";
  const named = element("label", { for: id }, label);
  const node = element(
    "div",
    { class: isTick ? "field tick" : "field" },
    ...(isTick ? [control, named] : [named, control]),
    help,
    place,
  );
  const made = {
    node,
    read,
    complain,
    // What a browser takes for no number it hands over as nothing.
    wrong: () => (control.validity.badInput ? [[made, `expected a whole number${inRange(control)}, found something else`]] : []),
    find: () => made,
  };
  return made;
}

function choiceOf(label, schema, value, options, isRequired) {
  const control = element("select");
  if (!isRequired) control.append(element("option", { value: LEFT_OUT }, "as the rules say"));
  for (const option of options) {
    const words = option === true ? "yes" : option === false ? "no" : String(option).replaceAll("_", " ");
    control.append(element("option", { value: JSON.stringify(option) }, words));
  }
  const chosen = value ?? (schema.default === null ? undefined : schema.default);
  control.value = chosen === undefined ? (isRequired ? JSON.stringify(options[0]) : LEFT_OUT) : JSON.stringify(chosen);
  return leaf(label, schema.description, control, () => {
    const given = control.value === LEFT_OUT ? undefined : JSON.parse(control.value);
    return value === undefined && same(given, schema.default) ? undefined : given;
  });
}

function tickOf(label, schema, value) {
  const control = element("input", { type: "checkbox" });
  control.checked = value ?? schema.default ?? false;
  return leaf(label, schema.description, control, () =>
    value === undefined && control.checked === (schema.default ?? false) ? undefined : control.checked,
  );
}

// A number, or a text where texts may stand there too.
function lineOf(label, schema, value, kinds) {
  const number = kinds.find((one) => one.type === "integer");
  const isNumber = number !== undefined && kinds.length === 1;
  const control = element("input", {
    type: isNumber ? "number" : "text",
    min: isNumber ? number.minimum : null,
    max: isNumber ? number.maximum : null,
    maxlength: kinds[0].maxLength,
    autocomplete: "off",
  });
  const shown = value ?? schema.default;
  control.value = shown ?? "";
  const text = (given) => (number !== undefined && /^-?\d+$/.test(given) ? Number(given) : given === "true" ? true : given === "false" ? false : given);
  return leaf(label, schema.description, control, () => {
    const given = control.value.trim();
    if (given === "") return undefined;
    const read = kinds.some((one) => one.type !== "string") ? text(given) : given;
    return value === undefined && same(read, schema.default) ? undefined : read;
  });
}

// What no simpler field fits, as the file would have it.
function rawOf(label, schema, value) {
  const control = element("textarea", { rows: "3", spellcheck: "false" });
  control.value = value === undefined ? "" : JSON.stringify(value);
  const made = leaf(label, schema.description, control, () => {
    if (control.value.trim() === "") return undefined;
    try {
      return JSON.parse(control.value);
    } catch {
      return control.value; // The check says what is expected instead.
    }
  });
  return made;
}

function ticksOf(label, schema, value, options) {
  const chosen = new Set(value ?? schema.default ?? []);
  const [place, complain] = complainer(null);
  const ticks = options.map((option) => {
    const id = fresh();
    const control = element("input", { type: "checkbox", id });
    control.checked = chosen.has(option);
    return [option, control, element("span", { class: "tick" }, control, element("label", { for: id }, String(option).replaceAll("_", " ")))];
  });
  const node = element(
    "fieldset",
    { class: "field ticks" },
    element("legend", {}, label),
    schema.description ? element("p", { class: "help" }, schema.description) : null,
    ...ticks.map(([, , shown]) => shown),
    place,
  );
  const read = () => {
    const now = ticks.filter(([, control]) => control.checked).map(([option]) => option);
    return value === undefined && same(now, schema.default ?? []) ? undefined : now;
  };
  const made = { node, read, complain, wrong: () => [], find: () => made };
  return made;
}

// Rows that can be added, by a button, and removed. `rowOf` makes of a given value an entry with its nodes.
function rowsOf(entries, adding, removing, rowOf) {
  const shown = element("div", { class: "entries" });
  // The check follows what is typed; a row that comes or goes changes as much.
  const changed = () => shown.dispatchEvent(new Event("input", { bubbles: true }));
  const add = (...given) => {
    const [entry, ...nodes] = rowOf(...given);
    const remove = () => {
      entries.splice(entries.indexOf(entry), 1);
      const neighbour = row.nextElementSibling ?? row.previousElementSibling;
      row.remove();
      (neighbour?.querySelector("input, select, textarea") ?? adder).focus();
      changed();
    };
    const row = element("div", { class: "entry" }, ...nodes, button(removing, remove, { class: "plain" }));
    entries.push(entry);
    shown.append(row);
  };
  const adder = button(adding, () => {
    add();
    changed();
  }, { class: "plain" });
  return { shown, adder, add };
}

function listOf(label, schema, value, root) {
  const items = [];
  const [place, complain] = complainer(null);
  const { shown, adder, add } = rowsOf(items, `Add to ${label.toLowerCase()}`, "Remove", (given) => {
    const item = fieldOf(`${label} ${items.length + 1}`, schema.items, given, root, true);
    return [item, item.node];
  });
  for (const given of value ?? []) add(given);
  const node = element(
    "fieldset",
    { class: "field" },
    element("legend", {}, label),
    schema.description ? element("p", { class: "help" }, schema.description) : null,
    shown,
    adder,
    place,
  );
  const made = {
    node,
    complain,
    wrong: () => items.flatMap((item) => item.wrong()),
    read: () => (items.length === 0 && !value?.length ? undefined : items.map((item) => item.read()).filter((one) => one !== undefined)),
    find: (key) => {
      const [, at, rest] = /^(\d+)\.?(.*)$/s.exec(key) ?? [];
      return items[at]?.find(rest) ?? made;
    },
  };
  return made;
}

// What stands before one of several; "armour" is none. A unit begins like a you.
function articleOf(label) {
  if (!label.endsWith("s")) return "";
  return /^[aeio]/i.test(label) ? "an " : "a ";
}

const nameOf = ({ called }) => called.read() ?? "";

const namesakes = (entry, entries) => entries.filter((one) => nameOf(one) === nameOf(entry));
const isFirst = (entry, entries) => namesakes(entry, entries)[0] === entry;

// Why an entry cannot go by its name, or nothing.
function misnamed(entry, entries) {
  if (nameOf(entry) === "") return "expected a name, found nothing";
  return isFirst(entry, entries) ? "" : `expected a name of its own, there are ${namesakes(entry, entries).length} of this name`;
}

// Entries that have names of their own: players, weapons, feats.
function namedOf(label, schema, value, root) {
  const entries = [];
  const [place, complain] = complainer(null);
  const noun = label.replace(/s$/, "").toLowerCase();
  const { shown, adder, add } = rowsOf(entries, `Add ${articleOf(label)}${noun}`, `Remove this ${noun}`, (name = "", given) => {
    const called = lineOf(`Name of the ${noun}`, {}, name, [{ type: "string", maxLength: 100 }]);
    const inner = fieldOf(`This ${noun}`, schema.additionalProperties, given, root, true);
    return [{ called, inner }, called.node, inner.node];
  });
  for (const [name, given] of Object.entries(value ?? {})) add(name, given);
  const node = element(
    "fieldset",
    { class: "field named" },
    element("legend", {}, label),
    schema.description ? element("p", { class: "help" }, schema.description) : null,
    shown,
    adder,
    place,
  );
  const made = {
    node,
    complain,
    wrong: () =>
      entries.flatMap((entry) => {
        const words = misnamed(entry, entries);
        return [...(words === "" ? [] : [[entry.called, words]]), ...entry.inner.wrong()];
      }),
    // Of several of one name the first counts, as in `find`.
    read: () => {
      const named = entries.filter((entry) => isFirst(entry, entries)).map((entry) => [nameOf(entry), entry.inner.read() ?? {}]);
      return named.length === 0 && value === undefined ? undefined : Object.fromEntries(named);
    },
    find: (key) => {
      if (key === "") return made;
      const isOf = (name) => key === name || key.startsWith(`${name}.`);
      const entry = entries.find((one) => isOf(nameOf(one)));
      if (entry !== undefined) return entry.inner.find(key.slice(nameOf(entry).length + 1));
      // The check quotes a name that cannot be one.
      return entries.find((one) => nameOf(one) === "")?.called ?? made;
    },
  };
  return made;
}

function preview(fields) {
  const place = element("div", { class: "preview", "aria-hidden": "true" });
  const show = () => {
    const [body, marks] = [fields.body.read() ?? "grey", fields.marks.read() ?? "white"];
    place.replaceChildren(drawDie({ face: 5, body, marks }, { role: null, "aria-label": null }));
  };
  for (const field of Object.values(fields)) field.node.addEventListener("input", show);
  show();
  return place;
}

function objectOf(label, schema, value, root, isEntry) {
  const required = new Set(schema.required ?? []);
  const fields = {};
  const first = [];
  const more = [];
  for (const [key, inner] of Object.entries(schema.properties)) {
    fields[key] = fieldOf(spoken(key), inner, value?.[key], root, required.has(key));
    (required.has(key) || value?.[key] !== undefined ? first : more).push(fields[key].node);
  }
  const [place, complain] = complainer(null);
  const isColours = "body" in fields && "marks" in fields;
  const rest = more.length === 0 ? null : element("details", { class: "more" }, element("summary", {}, `More for ${label.toLowerCase()}`), ...more);
  const inside = [isColours ? preview(fields) : null, ...first, rest, place];
  const node = isEntry
    ? element("div", { class: "fields" }, ...inside)
    : element("fieldset", { class: isColours ? "field colours" : "field" }, element("legend", {}, label), schema.description ? element("p", { class: "help" }, schema.description) : null, ...inside);
  const made = {
    node,
    complain: (words) => {
      complain(words);
      if (words !== "" && rest !== null) rest.open = true;
    },
    wrong: () => Object.values(fields).flatMap((field) => field.wrong()),
    read: () => {
      const given = Object.entries(fields).map(([key, field]) => [key, field.read()]).filter(([, one]) => one !== undefined);
      return given.length === 0 && value === undefined && !isEntry ? undefined : Object.fromEntries(given);
    },
    find: (key) => {
      for (const [name, field] of Object.entries(fields)) {
        if (key !== name && !key.startsWith(`${name}.`)) continue;
        return field.find(key.slice(name.length + 1));
      }
      return made;
    },
  };
  return made;
}

export function fieldOf(label, given, value, root, isRequired) {
  const schema = resolved(given, root);
  const kinds = branches(schema, root);
  const [only] = kinds;
  const words = kinds.flatMap((one) => one.enum ?? (one.const !== undefined ? [one.const] : one.type === "boolean" ? [true, false] : [null]));
  const about = { ...(kinds.length === 1 ? only : {}), ...schema };
  if (kinds.length === 1) {
    if (only.type === "boolean" && schema.default !== null) return tickOf(label, about, value);
    if (only.type === "object" && only.properties) return objectOf(label, about, value, root, isRequired && label.startsWith("This "));
    if (only.type === "object") return namedOf(label, about, value, root);
    if (only.type === "array") {
      const items = resolved(only.items ?? {}, root);
      return items.enum ? ticksOf(label, about, value, items.enum) : items.type === "array" ? rawOf(label, about, value) : listOf(label, about, value, root);
    }
  }
  if (!words.includes(null)) return choiceOf(label, about, value, words, isRequired);
  if (kinds.every((one) => ["integer", "string", "boolean"].includes(one.type) || one.const !== undefined)) return lineOf(label, about, value, kinds);
  return rawOf(label, about, value);
}
