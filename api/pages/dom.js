// Elements from plain data. Text always arrives as text: nothing here turns a string into markup.

const SVG = "http://www.w3.org/2000/svg";

export function element(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

export function svg(name, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

function fill(node, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) node.setAttribute(key, value);
  }
  node.append(...children.filter((child) => child !== null));
  return node;
}

const drawn = new WeakMap();

// Draws `value` into a node, and leaves it alone while the value is the same, so that nothing blinks twice.
export function draw(node, value, render) {
  const key = JSON.stringify(value);
  if (drawn.get(node) === key) return;
  drawn.set(node, key);
  node.replaceChildren(...[render(value)].flat().filter((child) => child !== null));
}
