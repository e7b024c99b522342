"""Plain line charts as SVG, for the README: text that a diff shows, without a plotting library."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape

WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 560, 380, 64, 44, 20, 52
TICKS = 5
COLOURS = ("#888888", "#1668c7", "#c8501e", "#2a8a3e", "#7a3fa0")

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Line:
    """Points (x, y) in the chart's units; `notes` are written beside them where they are given."""

    name: str
    points: tuple[Point, ...]
    notes: tuple[str, ...] = field(default=())
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class Chart:
    """Axes with their names and their least and greatest value."""

    x_name: str
    y_name: str
    x_range: Point
    y_range: Point

    def svg(self, title: str, lines: Sequence[Line]) -> str:
        """Return the chart with these lines."""
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
            'font-family="sans-serif" font-size="12">',
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
            f'<text x="{LEFT}" y="20" font-size="14">{escape(title)}</text>',
            *self._axes(),
        ]
        for index, line in enumerate(lines):
            parts += self._line(line, COLOURS[index % len(COLOURS)])
            parts.append(
                f'<text x="{LEFT + 8}" y="{TOP + 14 + 15 * index}" '
                f'fill="{COLOURS[index % len(COLOURS)]}">{escape(line.name)}</text>'
            )
        return "\n".join([*parts, "</svg>", ""])

    def _place(self, point: Point) -> Point:
        (x0, x1), (y0, y1) = self.x_range, self.y_range
        x = LEFT + (point[0] - x0) / (x1 - x0) * (WIDTH - LEFT - RIGHT)
        y = HEIGHT - BOTTOM - (point[1] - y0) / (y1 - y0) * (HEIGHT - TOP - BOTTOM)
        return round(x, 1), round(y, 1)

    def _axes(self) -> list[str]:
        parts = []
        for i in range(TICKS + 1):
            x = self.x_range[0] + (self.x_range[1] - self.x_range[0]) * i / TICKS
            y = self.y_range[0] + (self.y_range[1] - self.y_range[0]) * i / TICKS
            at_x, foot = self._place((x, self.y_range[0]))
            side, at_y = self._place((self.x_range[0], y))
            parts += [
                f'<path d="M{at_x} {foot}V{TOP}M{side} {at_y}H{WIDTH - RIGHT}" stroke="#e4e4e4"/>',
                f'<text x="{at_x}" y="{foot + 16}" text-anchor="middle">{x:.4g}</text>',
                f'<text x="{side - 6}" y="{at_y + 4}" text-anchor="end">{y:.4g}</text>',
            ]
        middle = (HEIGHT - BOTTOM + TOP) / 2
        parts += [
            f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 14}" text-anchor="middle">'
            f"{escape(self.x_name)}</text>",
            f'<text transform="translate(16 {middle}) rotate(-90)" text-anchor="middle">'
            f"{escape(self.y_name)}</text>",
        ]
        return parts

    def _line(self, line: Line, colour: str) -> list[str]:
        places = [self._place(point) for point in line.points]
        dashes = ' stroke-dasharray="5 4"' if line.dashed else ""
        path = " ".join(f"{x},{y}" for x, y in places)
        parts = [f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"{dashes}/>']
        if not line.dashed:
            parts += [f'<circle cx="{x}" cy="{y}" r="3" fill="{colour}"/>' for x, y in places]
        parts += [
            f'<text x="{x + 6}" y="{y + 14}" font-size="10" fill="{colour}">{escape(note)}</text>'
            for (x, y), note in zip(places, line.notes, strict=False)
        ]
        return parts
