// The parts of the page, one at a time: which one is in the address behind the #.

const FIRST = "table";

export function followViews(onChange) {
  const links = [...document.querySelectorAll("[data-leads-to]")];
  const known = new Set(links.map((link) => link.dataset.leadsTo));

  function show() {
    const asked = location.hash.slice(1);
    const view = known.has(asked) ? asked : FIRST;
    document.body.dataset.view = view;
    for (const link of links) {
      if (link.dataset.leadsTo === view) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    onChange();
  }

  addEventListener("hashchange", () => {
    show();
    scrollTo(0, 0);
  });
  show();
}
