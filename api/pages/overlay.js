// The overlay: draws what the messages say over whatever lies beneath, and asks for nothing.

import { draw, element } from "./dom.js";
import { follow } from "./events.js";
import { EMPTY, fold, passes, prompt, status } from "./fold.js";
import { passLine, playerPanel } from "./parts.js";

const node = (id) => document.getElementById(id);

function asked({ head, more, refused, status }) {
  return [
    element("h1", {}, head),
    more ? element("p", { class: "reason" }, more) : null,
    ...refused.map((reason) => element("p", { class: "refused" }, `Not accepted: ${reason}`)),
    status ? element("p", { class: "status" }, status) : null,
  ];
}

let state = EMPTY;
let connected = false;

function show() {
  draw(node("asked"), { ...prompt(state), refused: state.refused, status: status(state, connected) }, asked);
  draw(node("passes"), passes(state), (lines) => lines.map(passLine));
  draw(node("players"), [state.players, state.sides, state.asked?.player], ([players, sides, askedPlayer]) =>
    players.map((name) => playerPanel(name, sides[name], name === askedPlayer)),
  );
}

follow({
  onTable: () => (state = EMPTY),
  onMessage: (message) => {
    state = fold(state, message);
    show();
  },
  onLink: (now) => {
    connected = now;
    show();
  },
});
