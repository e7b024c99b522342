// Charts as drawings: faces of a group of dice as columns, luck of each throw as points over time.

import { drawDie } from "../dice.js";
import { element, svg } from "../dom.js";

const COLUMNS = { width: 320, height: 150, foot: 4, head: 20 };

// How often each face came, beside the height that fair dice have on average.
export function faceColumns({ body, marks, kind, counts, rolled }) {
  const { width, height, foot, head } = COLUMNS;
  const step = width / counts.length;
  const most = Math.max(...counts, (1.6 * rolled) / counts.length);
  const tall = (count) => ((height - foot - head) * count) / most;
  const even = height - foot - tall(rolled / counts.length);
  const columns = counts.flatMap((count, at) => [
    svg("rect", { x: at * step + step * 0.16, y: height - foot - tall(count), width: step * 0.68, height: tall(count), rx: 3, class: "column" }),
    svg("text", { x: (at + 0.5) * step, y: height - foot - tall(count) - 6, "text-anchor": "middle", class: "column-count" }, String(count)),
  ]);
  const words = counts.map((count, at) => `${at + 1}: ${count} times`).join(", ");
  const isPipped = kind === "d6";
  return element(
    "div",
    { class: "columns" },
    svg(
      "svg",
      { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `Faces of ${rolled} ${body} dice. ${words}` },
      ...columns,
      svg("line", { x1: 0, x2: width, y1: even, y2: even, class: "even" }),
    ),
    element(
      "div",
      { class: "column-feet", "aria-hidden": "true" },
      ...counts.map((_, at) =>
        isPipped ? drawDie({ kind, face: at + 1, body, marks }, { role: null, "aria-label": null }) : element("span", {}, String(at + 1)),
      ),
    ),
  );
}

const MARGINS = { left: 46, right: 12, top: 12, bottom: 28 };

// Drawn in the size at which it is seen, so that what is written stays legible on a phone.
const plotSize = () => ({ width: matchMedia("(max-width: 40rem)").matches ? 340 : 640, height: 230, ...MARGINS });

const SHAPES = [
  (x, y) => svg("circle", { cx: x, cy: y, r: 6 }),
  (x, y) => svg("path", { d: `M${x} ${y - 7.5} L${x + 7.5} ${y} L${x} ${y + 7.5} L${x - 7.5} ${y} Z` }),
  (x, y) => svg("rect", { x: x - 5.5, y: y - 5.5, width: 11, height: 11 }),
  (x, y) => svg("path", { d: `M${x} ${y - 7} L${x + 7} ${y + 5.5} L${x - 7} ${y + 5.5} Z` }),
];

export const shapeOf = (at, x, y) => SHAPES[at % SHAPES.length](x, y);

// `throws` are {player, better}, `better` the share of all throws that a throw is better than, 0 to 1.
export function luckPlot(throws, players) {
  const { width, height, left, right, top, bottom } = plotSize();
  const across = (at) => left + ((width - left - right) * (at + 0.5)) / throws.length;
  const up = (share) => top + (height - top - bottom) * (1 - share);
  const lines = [0, 0.25, 0.5, 0.75, 1].map((share) =>
    svg("line", { x1: left, x2: width - right, y1: up(share), y2: up(share), class: share === 0.5 ? "middle" : "grid" }),
  );
  const scale = [0, 0.5, 1].map((share) =>
    svg("text", { x: left - 8, y: up(share) + 4, "text-anchor": "end" }, `${100 * share} %`),
  );
  const series = players.map((player, which) => {
    const own = throws.flatMap((one, at) => (one.player === player ? [[across(at), up(one.better)]] : []));
    return svg(
      "g",
      { class: `series series-${which}` },
      svg("polyline", { points: own.map((point) => point.join()).join(" "), class: "series-line" }),
      ...own.map(([x, y]) => shapeOf(which, x, y)),
    );
  });
  const words = throws.map((one) => `${one.player} better than ${Math.round(100 * one.better)} %`).join(", ");
  return svg(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, class: "plot", role: "img", "aria-label": `Luck of ${throws.length} throws in their order. ${words}` },
    ...lines,
    ...scale,
    svg("text", { x: (left + width - right) / 2, y: height - 6, "text-anchor": "middle" }, "throws, the first one at the left"),
    ...series,
  );
}
