// Keeps what is drawn inside the browser source: what would stick out makes everything a little smaller.

const SMALLEST = 0.4; // of the usual size, whatever scale the streamer chose
const STEP = 0.93;

const sticksOut = (node) => {
  const { left, top, right, bottom } = node.getBoundingClientRect();
  return left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5;
};

const spills = (node) => node.scrollWidth > node.clientWidth + 1;

// Where it gets crowded, clashes that are over go first; then all is set smaller than `scale`, --fit being 1 where
// there is room.
export function fit(stage, scale) {
  let factor = 1;
  const set = () => stage.style.setProperty("--fit", factor.toFixed(3));
  set();
  delete stage.dataset.crowded;
  const panels = [stage, ...stage.querySelectorAll(".plate, #asked, #odds, .clash")];
  const isTight = () => panels.some(sticksOut) || panels.some(spills);
  if (!isTight()) return;
  stage.dataset.crowded = "";
  while (factor * scale > SMALLEST && isTight()) {
    factor *= STEP;
    set();
  }
}
