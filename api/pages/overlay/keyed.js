// Children by key: what stays is left where it is, so that nothing that has landed lands again.

const drawn = new WeakMap();

// Draws `items`, each with a `key` of its own; one whose value has changed is rendered anew and marked "again".
export function drawKeyed(node, items, render) {
  const before = drawn.get(node) ?? new Map();
  const now = new Map();
  for (const item of items) {
    const value = JSON.stringify(item);
    const old = before.get(item.key);
    if (old?.value === value) {
      now.set(item.key, old);
      continue;
    }
    const child = render(item);
    if (old !== undefined) child.classList.add("again");
    now.set(item.key, { value, child });
  }
  drawn.set(node, now);
  setChildren(node, [...now.values()].map(({ child }) => child));
}

// Makes these the children of a node and moves none that is in its place.
export function setChildren(node, children) {
  for (const child of [...node.children]) if (!children.includes(child)) child.remove();
  children.forEach((child, place) => {
    if (node.children[place] !== child) node.insertBefore(child, node.children[place] ?? null);
  });
}
