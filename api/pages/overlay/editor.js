// The overlay's editor: choose, see it at once, take the address along.

import { element, svg } from "../dom.js";
import { LAYOUTS, LEAST_SCALE, MOST_SCALE, PARTS, THEMES, USUAL, queryOf } from "./options.js";

const MOMENTS = {
  play: "Play it through",
  awaited: "A throw is awaited",
  thrown: "Dice have landed",
  hurt: "A wound is dealt",
  over: "It is over",
  "": "My table as it is now",
};
const BACKDROPS = { board: "A board", light: "Light", dark: "Dark" };
const SIZES = ["1920x1080", "1280x720", "800x800", "640x360"];
const POSITIONS = {
  bottom: "Bottom",
  top: "Top",
  left: "Left",
  right: "Right",
  "top-left": "Top left",
  "top-right": "Top right",
  "bottom-left": "Bottom left",
  "bottom-right": "Bottom right",
};

// Where the panels of a layout stand on a screen of 64 by 36.
const SKETCHES = {
  lower: [[3, 26, 18, 8], [22, 22, 20, 12], [43, 26, 18, 8]],
  side: [[44, 3, 17, 9], [44, 13, 17, 5], [44, 19, 17, 5], [44, 25, 17, 8]],
  corner: [[3, 3, 18, 4], [3, 8, 18, 4], [3, 13, 18, 4]],
  dice: [[4, 22, 5, 5], [10, 22, 5, 5], [4, 28, 5, 5], [48, 22, 5, 5], [54, 22, 5, 5], [48, 28, 5, 5]],
};

const node = (id) => document.getElementById(id);
let chosen = { ...USUAL };

function sketch(layout) {
  const panels = SKETCHES[layout].map(([x, y, width, height]) => svg("rect", { x, y, width, height, rx: 1 }));
  return svg("svg", { viewBox: "0 0 64 36", class: "sketch", "aria-hidden": "true" }, ...panels);
}

function swatch(theme) {
  return element("span", { class: "swatch", "data-swatch": theme, "aria-hidden": "true" }, element("i", {}), "5 : 4");
}

// One of several, as radio buttons that look like cards.
function cards(name, legend, choices, picture) {
  const shown = Object.entries(choices).map(([value, words]) => {
    const input = element("input", { type: "radio", name, value });
    input.checked = chosen[name] === value;
    input.addEventListener("change", () => choose({ [name]: value }));
    return element("label", { class: "card" }, input, picture(value), element("span", {}, words));
  });
  return element("fieldset", { class: `cards ${name}` }, element("legend", {}, legend), ...shown);
}

function positions() {
  const permitted = LAYOUTS[chosen.layout].positions;
  return cards(
    "position",
    "Where",
    Object.fromEntries(permitted.map((value) => [value, POSITIONS[value]])),
    () => "",
  );
}

function scale() {
  const input = element("input", { type: "range", id: "scale", min: LEAST_SCALE, max: MOST_SCALE, step: 0.05 });
  input.value = chosen.scale;
  const told = element("output", { for: "scale" }, `${Math.round(100 * chosen.scale)} %`);
  input.addEventListener("input", () => {
    told.textContent = `${Math.round(100 * input.value)} %`;
    chosen = { ...chosen, scale: Number(input.value) };
    show();
  });
  return element("p", { class: "scale" }, element("label", { for: "scale" }, "Size"), input, told);
}

function parts() {
  const shown = Object.entries(PARTS).map(([part, words]) => {
    const input = element("input", { type: "checkbox", value: part });
    input.checked = chosen.show.includes(part);
    input.addEventListener("change", () => {
      const show = Object.keys(PARTS).filter((one) => (one === part ? input.checked : chosen.show.includes(one)));
      if (show.length > 0) choose({ show });
      else input.checked = true; // an overlay that shows nothing is none
    });
    return element("label", { class: "part" }, input, words);
  });
  return element("fieldset", { class: "parts" }, element("legend", {}, "What it shows"), ...shown);
}

function choose(change) {
  chosen = { ...chosen, ...change };
  if (!LAYOUTS[chosen.layout].positions.includes(chosen.position)) chosen.position = LAYOUTS[chosen.layout].positions[0];
  if (change.layout !== undefined) node("form").querySelector(".position").replaceWith(positions());
  show();
}

function show() {
  const query = queryOf(chosen);
  node("address").value = `${location.origin}/overlay${query ? `?${query}` : ""}`;
  node("copied").textContent = "";
  const preview = new URLSearchParams(query);
  if (node("moment").value !== "") preview.set("sample", node("moment").value);
  const source = `/overlay/preview?${preview}`;
  if (node("frame").getAttribute("src") !== source) node("frame").setAttribute("src", source);
  scaleScreen();
}

// The overlay is drawn at its real size and shrunk as a picture, as OBS would show it.
function scaleScreen() {
  const [width, height] = node("size").value.split("x").map(Number);
  const screen = node("screen");
  const factor = screen.clientWidth / width;
  screen.style.setProperty("--ratio", `${width} / ${height}`);
  const { style } = node("frame");
  style.width = `${width}px`;
  style.height = `${height}px`;
  style.transform = `scale(${factor})`;
}

function fill(id, choices) {
  node(id).append(...Object.entries(choices).map(([value, words]) => element("option", { value }, words)));
  node(id).addEventListener("change", show);
}

async function copy() {
  const field = node("address");
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    field.select(); // over plain HTTP from another computer browsers offer nothing better
    document.execCommand("copy");
  }
  node("copied").textContent = "Copied";
}

fill("moment", MOMENTS);
fill("size", Object.fromEntries(SIZES.map((size) => [size, size.replace("x", " × ")])));
fill("backdrop", BACKDROPS);
node("backdrop").addEventListener("change", () => (node("screen").dataset.backdrop = node("backdrop").value));
node("copy").addEventListener("click", copy);
node("form").addEventListener("submit", (event) => event.preventDefault());
node("form").append(
  cards("layout", "Layout", Object.fromEntries(Object.entries(LAYOUTS).map(([key, { words }]) => [key, words])), sketch),
  positions(),
  cards("theme", "Theme", THEMES, swatch),
  scale(),
  parts(),
);
addEventListener("resize", scaleScreen);
show();
