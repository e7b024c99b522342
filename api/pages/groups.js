// What people call a group of dice, and its sign.

import { sign } from "./signs.js";

const SIGNS = { attack: "attack", defence: "defence", damage: "damage", main: "attack", second: "attack" };
const NAMELESS = new Set(["main", "other", "random"]);

// Some groups are named for what they are thrown for alone.
export const groupWords = (group, purpose) => (NAMELESS.has(group) ? purpose.replaceAll("_", " ") : group);

export const groupSign = (group) => sign(SIGNS[group] ?? "dice");
