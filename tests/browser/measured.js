// What overlaps, is cut or sticks out of an overlay in a theme, once it has settled there.
async ([theme]) => {
  document.body.dataset.theme = theme;
  dispatchEvent(new Event("resize"));
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const shown = (one) => one.checkVisibility() && one.getClientRects().length > 0;
  const all = (selector) => [...document.querySelectorAll(selector)].filter(shown);
  const name = (one) => `${one.id || one.className.baseVal || one.className} "${one.textContent.slice(0, 30)}"`;
  const cuts = (a, b) =>
    a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const wrong = [];
  const apart = (list) => list.forEach((one, at) => list.slice(at + 1).forEach((other) => {
    if (cuts(one.getBoundingClientRect(), other.getBoundingClientRect())) wrong.push(`${name(one)} over ${name(other)}`);
  }));
  apart(all(".plate, .clash, #asked, #odds"));
  for (const group of all(".group")) {
    apart([...group.querySelectorAll(".cast > .die, .group-name, .result")].filter(shown));
  }
  for (const header of all(".plate header, .model, .clash h2, .luck")) apart([...header.children].filter(shown));
  for (const one of all("#stage h1, #stage h2, #stage p, #stage li, #stage .name, #stage .result, .group-name")) {
    if (one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline") wrong.push(`${name(one)} is cut`);
    const { left, top, right, bottom } = one.getBoundingClientRect();
    if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) wrong.push(`${name(one)} sticks out`);
  }
  for (const bar of all(".bar")) {
    const end = bar.getBoundingClientRect().right - parseFloat(getComputedStyle(bar).borderRightWidth);
    const missing = end - bar.lastElementChild.getBoundingClientRect().right;
    if (missing > 1) wrong.push(`${name(bar)} ends ${Math.round(missing)} pixels early`);
  }
  return { wrong, panels: all(".plate").length };
}
