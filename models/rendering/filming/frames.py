"""Draws a film frame by frame with the draft renderer: what stands still is traced once. Needs numba."""

from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from models.rendering.filming.dice import corners, with_dice
from models.rendering.filming.film import FPS, Film
from models.rendering.filming.hand_painting import painted
from models.rendering.pictures.exposure import Frame, Radiance, photograph
from models.rendering.ray_casting import layout as col
from models.rendering.ray_casting.pack import packed
from models.rendering.ray_casting.render import Stage, Traced, gain_for_dice, staged, trace_into
from models.rendering.scenes.camera import project
from models.rendering.scenes.numeral_placing import AnyDie

STEP_PX, MOST_STEPS = 10.0, 2
"""A die that moves farther than this while the shutter is open is traced at several moments."""
FOLLOWING_S = 0.4
"""How long an automatic exposure takes for most of a change."""
FOLLOWED_SHARE = 0.6
FLICKER_HZ = 0.7
"""A lamp's hundred hertz against thirty frames a second is seen as a slow swing."""
NOISES = 4
"""While nothing moves, frames are drawn by chance from so many that differ in their noise alone."""


class Picturing:
    """Mutable: keeps the light of the empty table and of the dice as they were last."""

    def __init__(self, film: Film) -> None:
        self._film = film
        self._scene = film.scene
        self._stage = _with_one_shadow(staged(film.scene))
        camera = film.scene.camera
        self._shape = (camera.height, camera.width)
        self._die_half = float(np.mean([design.size_mm for design in film.designs])) / 2
        still = packed(film.scene)
        self._kept = len(still.solids)
        self._empty: Radiance = np.zeros((*self._shape, 3), np.float32)
        self._depth = np.zeros(self._shape, np.float32)
        self._owner = np.full((*self._shape, 4), -1, np.int16)
        trace_into(self._stage, still, self._die_half, self._empty, self._depth, self._owner)
        self._mean: float | None = None
        self._first_mean: float | None = None
        self._last: tuple[tuple[AnyDie, ...], Radiance] = ((), self._empty)

        # The exposure at which the dice of the first roll do not burn out.
        first = self._light(tuple(film.dice(film.rolls[0].rests).values()))
        self._gain = gain_for_dice(Traced(first, self._owner))

    def frames(self, seed: int) -> Iterator[Frame]:
        """Yield the film's frames with the noise of this seed."""
        film, rng, sensor = self._film, np.random.default_rng([seed, 21]), self._scene.sensor
        gain = self._gain
        seen: tuple[AnyDie, ...] | None = None
        same: list[Frame] = []
        for frame in range(film.frames):
            dice = tuple(film.dice(frame).values())
            if dice != tuple(film.dice(frame + 1).values()) or dice != seen or len(same) < NOISES:
                same = [] if dice != seen else same
                seen = dice
                same.append(photograph(self._exposed(frame), sensor, rng, gain))
                shown = same[-1]
            else:
                shown = same[int(rng.integers(NOISES))]
            blocks = film.blocks(frame + film.exposure.shutter_s * FPS / 2)
            if blocks:
                made = gain * 2.0**sensor.exposure_ev * np.array(sensor.white_balance)
                shown = painted(shown, blocks, self._stage, made)
            yield self._in_changing_light(shown, frame)

    def _in_changing_light(self, shown: Frame, frame: int) -> Frame:
        """Return the frame a little brighter or darker: lamps swing, and cameras follow a large hand."""
        film = self._film
        factor = 1 + film.exposure.flicker * np.sin(2 * np.pi * FLICKER_HZ * frame / FPS)
        if film.exposure.follows_light:
            mean = float(shown[::8, ::8].mean())
            self._mean = (
                mean if self._mean is None else self._mean + (mean - self._mean) / (FOLLOWING_S * FPS)
            )
            self._first_mean = self._first_mean or mean
            factor *= (self._first_mean / max(self._mean, 1.0)) ** FOLLOWED_SHARE
        return shown if factor == 1.0 else np.asarray(cv2.convertScaleAbs(shown, alpha=factor), np.uint8)

    def picture(self, dice: tuple[AnyDie, ...], seed: int) -> Frame:
        """Return a picture of these dice alone on the same table, in the film's exposure."""
        rng = np.random.default_rng([seed, 22])
        return photograph(self._light(dice), self._scene.sensor, rng, self._gain)

    def _exposed(self, frame: int) -> Radiance:
        """Return the mean light while the shutter is open, (H, W, 3) linear BGR; not to be written to."""
        film, open_frames = self._film, self._film.exposure.shutter_s * FPS
        steps = int(np.clip(np.ceil(self._moved_px(frame, open_frames) / STEP_PX), 1, MOST_STEPS))
        moments = (
            [frame + open_frames * (step + 0.5) / steps for step in range(steps)] if steps > 1 else [frame]
        )
        lights = [self._light(tuple(film.dice(moment).values())) for moment in moments]
        return lights[0] if steps == 1 else np.asarray(np.mean(lights, axis=0), np.float32)

    def _moved_px(self, frame: float, open_frames: float) -> float:
        """Return how far a die's corner moves in the picture while the shutter is open."""
        camera = self._scene.camera
        before, after = self._film.dice(frame), self._film.dice(frame + open_frames)
        ways = [
            project(camera, corners(after[die])) - project(camera, corners(before[die]))
            for die in before.keys() & after.keys()
        ]
        return max((float(np.abs(way).max()) for way in ways), default=0.0)

    def _light(self, dice: tuple[AnyDie, ...]) -> Radiance:
        """Return the light of the table with these dice, without hands."""
        if not dice:
            return self._empty
        if self._last[0] != dice:
            light: NDArray[np.float32] = self._empty.copy()
            solids = packed(with_dice(self._scene, dice))
            trace_into(self._stage, solids, self._die_half, light, self._depth, self._owner, self._kept)
            self._last = (dice, light)
        return self._last[1]


def _with_one_shadow(stage: Stage) -> Stage:
    """Return the stage with shadows of its strongest lamp alone; the others' cost most of the time."""
    lamps = stage.lamps.copy()
    if len(lamps):
        fallen = lamps[:, col.LAMP_LIGHT : col.LAMP_LIGHT + 3].sum(axis=1) * lamps[:, 2]
        lamps[:, col.LAMP_SHADOW] = 0.0
        lamps[int(np.argmax(fallen / lamps[:, col.LAMP_DISTANCE])), col.LAMP_SHADOW] = 1.0
    return replace(stage, lamps=lamps)
