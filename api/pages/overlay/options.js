// What the overlay's address may say. A wrong value is no reason to show nothing: it is named with the permitted ones.

export const LAYOUTS = {
  lower: { words: "Lower third", positions: ["bottom", "top"] },
  side: { words: "Side panel", positions: ["right", "left"] },
  corner: { words: "Corner score", positions: ["top-left", "top-right", "bottom-left", "bottom-right"] },
  dice: { words: "Dice only", positions: ["bottom", "top"] },
};

export const THEMES = {
  lacquer: "Lacquer",
  paper: "Paper",
  outline: "Outline",
  signal: "Signal",
};

export const PARTS = {
  prompt: "What is awaited",
  dice: "Dice",
  clash: "Attack against defence",
  wounds: "Wounds and states",
  odds: "Odds before the throw",
  luck: "Luck after it",
  pictures: "Pictures of the real dice",
};

const USUAL_PARTS = ["prompt", "dice", "clash", "wounds", "odds", "luck"];
export const LEAST_SCALE = 0.5;
export const MOST_SCALE = 2;

export const USUAL = { table: null, layout: "lower", theme: "lacquer", position: "bottom", scale: 1, show: USUAL_PARTS };

// Moments of the exchange that the editor shows.
export const SAMPLES = ["awaited", "thrown", "hurt", "over", "play"];

const KNOWN = ["table", "layout", "theme", "position", "scale", "show", "sample"];

// The options in an address' query, and in `wrong` a sentence for each that is not to be had.
export function readOptions(query) {
  const wrong = [];
  const given = new URLSearchParams(query);
  for (const name of new Set(given.keys())) {
    if (!KNOWN.includes(name)) wrong.push(`${name}: no such option, expected one of ${KNOWN.join(", ")}`);
  }
  const one = (name, permitted, usual) => {
    const value = given.get(name);
    if (value === null || permitted.includes(value)) return value ?? usual;
    wrong.push(`${name}: expected ${permitted.join(" or ")}, found ${value || "nothing"}`);
    return usual;
  };
  const layout = one("layout", Object.keys(LAYOUTS), USUAL.layout);
  const { positions } = LAYOUTS[layout];
  return {
    table: given.get("table"),
    layout,
    theme: one("theme", Object.keys(THEMES), USUAL.theme),
    position: one("position", positions, positions[0]),
    scale: scaleIn(given.get("scale"), wrong),
    show: partsIn(given.get("show"), wrong),
    sample: one("sample", SAMPLES, null),
    wrong,
  };
}

function scaleIn(text, wrong) {
  const scale = text === null ? USUAL.scale : Number(text || NaN);
  if (scale >= LEAST_SCALE && scale <= MOST_SCALE) return scale;
  wrong.push(`scale: expected ${LEAST_SCALE} to ${MOST_SCALE}, found ${text || "nothing"}`);
  return USUAL.scale;
}

function partsIn(text, wrong) {
  if (text === null) return USUAL.show;
  const parts = text.split(",").filter(Boolean);
  const strange = parts.filter((part) => !Object.hasOwn(PARTS, part));
  if (strange.length === 0 && parts.length > 0) return parts;
  const found = strange.join(", ") || "nothing";
  wrong.push(`show: expected some of ${Object.keys(PARTS).join(", ")}, with commas between; found ${found}`);
  return USUAL.show;
}

// The query that says these options and leaves out what is usual.
export function queryOf({ table = null, layout, theme, position, scale, show }) {
  const query = new URLSearchParams();
  if (table) query.set("table", table);
  if (layout !== USUAL.layout) query.set("layout", layout);
  if (theme !== USUAL.theme) query.set("theme", theme);
  if (position !== LAYOUTS[layout].positions[0]) query.set("position", position);
  if (scale !== USUAL.scale) query.set("scale", String(scale));
  const parts = Object.keys(PARTS).filter((part) => show.includes(part));
  if (parts.join() !== USUAL.show.join()) query.set("show", parts.join(","));
  return query.toString().replaceAll("%2C", ",");
}
