// A sheet over the page that is left by its button, the Escape key or a tap beside it; the focus goes back then.

import { element } from "../dom.js";

const LATE_MS = 2000;

// What opened a sheet may have been drawn anew meanwhile, or be about to be: a correction takes a roll back first.
function focusWhenDrawn(key) {
  const isDone = () => {
    if (document.activeElement !== document.body) return true;
    const found = document.querySelector(`[data-key="${CSS.escape(key)}"]`);
    found?.focus();
    return found !== null;
  };
  if (isDone()) return;
  const watch = new MutationObserver(() => isDone() && watch.disconnect());
  watch.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => watch.disconnect(), LATE_MS);
}

export function openSheet(title, ...content) {
  const { key } = document.activeElement.dataset;
  const heading = element("h2", { id: "sheet-title" }, title);
  const leave = element("button", { type: "button", class: "leave" }, "Close");
  const sheet = element("dialog", { class: "sheet", "aria-labelledby": "sheet-title" });
  sheet.append(element("div", { class: "sheet-inside" }, element("header", {}, heading, leave), ...content.filter(Boolean)));
  leave.addEventListener("click", () => sheet.close());
  sheet.addEventListener("click", (event) => {
    if (event.target === sheet) sheet.close();
  });
  sheet.addEventListener("close", () => {
    sheet.remove();
    if (key !== undefined) focusWhenDrawn(key);
  });
  document.body.append(sheet);
  sheet.showModal();
  return sheet;
}

export function button(words, act, attributes = {}) {
  const made = element("button", { type: "button", ...attributes }, words);
  made.addEventListener("click", act);
  return made;
}
