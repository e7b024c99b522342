"""A scene's light as the draft renderer's lamps and air: its surroundings become a sky and some windows."""

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.rendering.ray_casting.layout import (
    AIR_BELOW,
    AIR_COLUMNS,
    AIR_HORIZON,
    AIR_TOP,
    LAMP_COLUMNS,
    LAMP_DISTANCE,
    LAMP_LIGHT,
    LAMP_SHADOW,
)
from models.rendering.scenes.light import Light, kelvin_rgb

FAR_MM = 1e5
# A lamp that gives less than this share of all light casts no shadow that would be seen.
FAINT = 0.03

# Share of the light that comes through windows, their number, kelvin of windows and of the rest,
# brightness of the horizon against the sky overhead.
SURROUNDINGS: dict[str, tuple[float, int, tuple[float, float], tuple[float, float], tuple[float, float]]] = {
    "city": (0.35, 2, (4500, 7000), (5000, 7500), (0.5, 1.2)),
    "courtyard": (0.25, 1, (5500, 8000), (6000, 9000), (0.2, 0.7)),
    "forest": (0.35, 3, (4500, 6000), (4500, 6500), (0.2, 0.8)),
    "interior": (0.55, 2, (2700, 6500), (2700, 4500), (0.5, 1.3)),
    "night": (0.6, 3, (2200, 4000), (2700, 9000), (0.3, 1.5)),
    "studio": (0.6, 2, (5000, 6500), (5000, 6500), (0.4, 1.0)),
    "sunrise": (0.5, 1, (2600, 4200), (5500, 9000), (0.8, 2.5)),
    "sunset": (0.5, 1, (2300, 3500), (5000, 9000), (0.8, 2.5)),
}


def lamps_and_air(light: Light, rng: Generator) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the lamps (n, LAMP_COLUMNS) and the air (AIR_COLUMNS,) of a scene's light, linear r, g, b."""
    share, windows, warm, rest, horizon = SURROUNDINGS[light.surroundings]
    share *= float(rng.uniform(0.5, 1.3))
    rows = [_window(rng, light, share / windows, warm) for _ in range(windows)]
    for lamp in light.lamps:
        far = float(np.linalg.norm(lamp.position))
        wide = lamp.size_mm / 2 / far
        rows.append(
            [
                *lamp.position,
                *(lamp.irradiance * c for c in lamp.rgb),
                wide,
                wide,
                float(rng.random() < 0.5),
                far,
                1.0,
            ]
        )
    if light.sun is not None:
        sun = light.sun
        place = _toward(sun.azimuth, sun.elevation) * FAR_MM
        wide = float(np.tan(sun.angle / 2))
        rows.append([*place, *(sun.irradiance * c for c in sun.rgb), wide, wide, 1.0, FAR_MM, 1.0])
    air = np.zeros(AIR_COLUMNS)
    colour = np.array(kelvin_rgb(float(rng.uniform(*rest))))
    # Sky and horizon together give what the windows leave of the surroundings' light.
    bright = light.strength * (1 - min(share, 0.9)) / np.pi
    edge = float(rng.uniform(*horizon))
    top = bright / (0.7 + 0.3 * edge)
    air[AIR_TOP : AIR_TOP + 3] = top * colour
    air[AIR_HORIZON : AIR_HORIZON + 3] = top * edge * np.array(kelvin_rgb(float(rng.uniform(*rest))))
    air[AIR_BELOW : AIR_BELOW + 3] = 0.3 * top * colour
    lamps = np.array(rows, dtype=np.float64).reshape(-1, LAMP_COLUMNS)
    fallen = lamps[:, LAMP_LIGHT : LAMP_LIGHT + 3].sum(axis=1) * lamps[:, 2] / lamps[:, LAMP_DISTANCE]
    whole = fallen.sum() + np.pi * air[AIR_TOP : AIR_TOP + 3].sum()
    lamps[:, LAMP_SHADOW] = fallen > FAINT * whole
    return lamps, air


def _window(rng: Generator, light: Light, share: float, kelvin: tuple[float, float]) -> list[float]:
    place = (
        _toward(light.turn + float(rng.uniform(-1.5, 1.5)), float(np.radians(rng.uniform(12, 75)))) * FAR_MM
    )
    colour = np.array(kelvin_rgb(float(rng.uniform(*kelvin)))) * light.strength * share * 1.5
    wide, high = (float(v) for v in np.exp(rng.uniform(np.log(0.08), np.log(0.6), 2)))
    return [*(float(v) for v in place), *(float(c) for c in colour), wide, high, 0.0, FAR_MM, 1.0]


def _toward(azimuth: float, elevation: float) -> NDArray[np.float64]:
    level = np.cos(elevation)
    return np.array([level * np.cos(azimuth), level * np.sin(azimuth), np.sin(elevation)])
