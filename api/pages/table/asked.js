// What is asked now, in type that reads across the table: the throw with its dice, a decision, or why a roll waits.

import { drawDie } from "../dice.js";
import { element } from "../dom.js";
import { coloursOf } from "../fold.js";
import { button } from "./dialog.js";

// How many dice of which colours the throw wants.
export function wanted(state) {
  if (state.asked?.kind !== "throw") return [];
  const { player, dice } = state.asked;
  return dice.map(({ group, least, most }) => ({
    group,
    count: least === most ? `${most}` : `${least} to ${most}`,
    named: state.groups.some((one) => one.player === player && one.group === group),
    ...coloursOf(state, player, group),
  }));
}

function wantedDice({ group, count, named, kind, body, marks }) {
  const blank = { kind, face: kind === "d6" ? 5 : 20, body, marks };
  const words = named ? `: ${body} with ${marks} ${kind === "d6" ? "pips" : "numerals"}` : "";
  return element("li", {}, named ? drawDie(blank, { "aria-hidden": "true" }) : null, `${count} ${group}${words}`);
}

// Why the dice that lie there do not count, and what a player may do about it.
function refusal(reasons, draft) {
  if (reasons.length === 0) return null;
  return element(
    "div",
    { class: "refusal", role: "alert" },
    element("strong", {}, "Not accepted yet"),
    element("ul", {}, ...reasons.map((reason) => element("li", {}, reason))),
    draft.dice > 0
      ? element("p", { class: "quiet" }, "It goes on when the dice change. Or tap a die below to set its face, then")
      : null,
    draft.dice > 0
      ? button("Count the roll as shown", draft.send, draft.isReady ? {} : { disabled: "" })
      : null,
  );
}

// What there is to choose from, in words alone where this page may choose nothing.
function offered(options, choose) {
  const words = (option) => option.replaceAll("_", " ");
  if (choose === null) return element("p", { class: "reason" }, options.map(words).join(", "));
  return element("div", { class: "options" }, ...options.map((option) => button(words(option), () => choose(option))));
}

// `choose` is null where this page may choose nothing.
export function askedCard({ head, more, wanted, refused, status, options, complaint }, { choose, draft, secret }) {
  return [
    element("h1", {}, head),
    more ? element("p", { class: "reason" }, more) : null,
    wanted.length > 0 ? element("ul", { class: "wanted" }, ...wanted.map(wantedDice)) : null,
    refusal(refused, draft),
    status ? element("p", { class: "status" }, status) : null,
    secret,
    options.length > 0 ? offered(options, choose) : null,
    complaint ? element("p", { class: "refusal", role: "alert" }, complaint) : null,
  ].filter(Boolean);
}
