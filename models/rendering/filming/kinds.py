"""The kinds of film, and the table, dice and camera of one, sampled from its seed. Needs bpy."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.random import Generator

from models.rendering.dice.die import Design, sample_design
from models.rendering.filming.directing import Director, Handful, readable
from models.rendering.filming.film import Asked, Exposure, Film
from models.rendering.filming.hand import sample_arm
from models.rendering.filming.throw import Ground
from models.rendering.palette import colour_named
from models.rendering.scenes.camera import Camera, Sensor, sample_sensor
from models.rendering.scenes.group_scenes import sample_groups
from models.rendering.scenes.light import Light, sample_light
from models.rendering.scenes.scene import Scene
from models.rendering.scenes.table import Table, Tray, sample_table

SOFT = ("felt", "cloth", "leather")
DULL = 0.5
"""Least roughness of a table in a film: dice are not mirrored in it, or every frame were traced whole."""
NEAR_SIDE = -np.pi / 2
"""The camera stands at the side -y; somebody who sits there reaches towards +y."""


@dataclass(frozen=True, slots=True)
class Company:
    """The players' dice by number: attack and defence of the first, and of the second if there is one."""

    counts: tuple[tuple[int, int], ...]

    def dice(self, player: int) -> tuple[int, ...]:
        first = sum(sum(pair) for pair in self.counts[:player])
        return tuple(range(first, first + sum(self.counts[player])))

    def everyone(self) -> tuple[int, ...]:
        return tuple(die for player in range(len(self.counts)) for die in self.dice(player))

    def asked(self, player: int, changed: int = 0) -> Asked:
        groups = zip(("attack", "defence"), self.counts[player], strict=True)
        return Asked(PLAYERS[player], tuple((name, count) for name, count in groups if count), changed)

    def all_asked(self) -> tuple[Asked, ...]:
        return tuple(self.asked(player) for player in range(len(self.counts)))


PLAYERS = ("Aya", "Chiyo")


def film(seed: int, kind: str, width: int = 640, height: int = 360) -> Film:
    """Return the film of a seed. Raises KeyError for a kind that is not in `KINDS`."""
    rng = np.random.default_rng([seed, 8])
    two = kind not in ("single", "late", "reroll") or (kind != "single" and rng.random() < 0.4)
    counts = tuple(
        (int(rng.integers(1, 3)), int(rng.integers(1, 3))) if two else (int(rng.integers(2, 6)), 0)
        for _ in range(2 if two else 1)
    )
    company = Company(counts)
    size_mm = float(rng.uniform(12.0, 18.0))
    styles = sample_groups(rng, size_mm) if two else [_lone_style(rng, size_mm)]
    styles = [_dull(style) for style in styles]
    designs, owners = [], []
    for player, pair in enumerate(counts):
        for group, (name, count) in enumerate(zip(("attack", "defence"), pair, strict=True)):
            designs += [styles[2 * player + group]] * count if count else []
            owners += [(PLAYERS[player], name)] * count
    scene = _scene(rng, seed, size_mm, width, height, in_tray=kind == "cocked" and rng.random() < 0.7)
    director = Director(rng, scene, designs, owners, _ground(scene.table))
    director.wait(float(rng.uniform(0.3, 0.8)))
    KINDS[kind](director, company)
    exposure = Exposure(
        shutter_s=1 / float(rng.uniform(50, 200)),
        follows_light=bool(rng.random() < 0.3),
        flicker=float(rng.uniform(0.0, 0.015)) if rng.random() < 0.25 else 0.0,
    )
    return director.film(exposure)


def _plain(director: Director, company: Company) -> None:
    """Everybody throws, sees, takes up."""
    director.throw(_all_hands(director, company), company.all_asked(), company.everyone(), readable)
    _see(director)
    director.lift(company.everyone(), _seat(director, 0))
    director.wait(0.7)


def _turns(director: Director, company: Company) -> None:
    """One player throws, then the other beside the dice that lie."""
    for player in range(2):
        hand = [Handful(company.dice(player), _seat(director, player))]
        director.throw(hand, (company.asked(player),), company.dice(player), readable)
        _see(director)


def _single(director: Director, company: Company) -> None:
    """A throw, taken up, a second one."""
    director.throw(_all_hands(director, company), company.all_asked(), company.everyone(), readable)
    _see(director)
    director.lift(company.everyone(), _seat(director, 0))
    director.wait(0.4)
    director.throw(_all_hands(director, company), company.all_asked(), company.everyone(), readable)
    _see(director)


def _passing(director: Director, company: Company) -> None:
    """A hand or a stick crosses the dice as soon as they lie, or a little later."""
    director.throw(_all_hands(director, company), company.all_asked(), company.everyone(), readable)
    director.wait(float(director.rng.choice([0.0, 0.15, 1.2])))
    arm = sample_arm(director.rng, "stick" if director.rng.random() < 0.3 else "hand")
    height = float(director.rng.uniform(45.0, 110.0))
    director.pass_over(arm, _seat(director, 0) + float(director.rng.normal(0, 0.4)), height, 1.2)
    director.wait(1.2)
    _see(director)


def _held(director: Director, company: Company) -> None:
    """A hand stays above the dice before anybody could read them, then goes."""
    director.throw(_all_hands(director, company), company.all_asked(), company.everyone(), readable)
    director.pass_over(sample_arm(director.rng), _seat(director, 0), 50.0, 1.2, pause_s=0.8)
    director.wait(2.0)
    _see(director)


def _nudged(director: Director, company: Company) -> None:
    """Somebody pushes a die a little after the roll was seen."""
    director.throw(_all_hands(director, company), company.all_asked(), company.everyone(), readable)
    _see(director)
    arm = sample_arm(director.rng, "stick" if director.rng.random() < 0.5 else "hand")
    director.nudge(replace(arm, grip=0.1), float(director.rng.uniform(4.0, 16.0)), _seat(director, 0))
    _see(director)


def _cocked(director: Director, company: Company) -> None:
    """One die leans: it is taken up and thrown again. Who throws before its owner has thrown by then."""
    player = int(director.rng.integers(len(company.counts)))
    leaning = company.dice(player)[-1]
    before, after = company.all_asked()[:player], company.all_asked()[player:]
    director.throw(_all_hands(director, company), before, company.everyone(), readable, leaning=leaning)
    director.wait(1.3)
    director.lift((leaning,), _seat(director, player))
    again = [Handful((leaning,), _seat(director, player))]
    director.throw(again, after, company.everyone(), readable)
    _see(director)


def _late(director: Director, company: Company) -> None:
    """The last die leaves the hand a second after the others, set down turning on a corner like a top."""
    hands = _all_hands(director, company)
    *dice, last = hands[-1].dice
    late = hands[-1].late + int(director.rng.integers(55, 90))
    hands = [*hands[:-1], replace(hands[-1], dice=tuple(dice)), Handful((last,), hands[-1].angle, late)]
    director.throw(
        [hand for hand in hands if hand.dice], company.all_asked(), company.everyone(), readable,
        spun=True, longest_s=5.0,
    )  # fmt: skip
    _see(director)


def _slow(director: Director, company: Company) -> None:
    """Dice rolled gently, one hand after the other."""
    director.throw(
        _all_hands(director, company), company.all_asked(), company.everyone(), readable, pace=(0.2, 0.4)
    )
    _see(director)


def _reroll(director: Director, company: Company) -> None:
    """One die of an accepted roll is thrown again, as a rule allows."""
    director.throw(_all_hands(director, company), company.all_asked(), company.everyone(), readable)
    _see(director)
    die = company.dice(0)[0]
    director.lift((die,), _seat(director, 0))
    again = [Handful((die,), _seat(director, 0))]
    director.throw(again, (company.asked(0, changed=1),), company.dice(0), readable)
    _see(director)


KINDS: dict[str, Callable[[Director, Company], None]] = {
    "plain": _plain, "turns": _turns, "single": _single, "passing": _passing, "held": _held,
    "nudged": _nudged, "cocked": _cocked, "late": _late, "slow": _slow, "reroll": _reroll,
}  # fmt: skip


def _see(director: Director) -> None:
    director.wait(float(director.rng.uniform(1.0, 1.4)))


def _seat(director: Director, player: int) -> float:
    """Return the direction into which a player reaches: the first sits near the camera's side."""
    base = director.scene.camera.azimuth + np.pi + (0.0, 1.9)[player]
    return float(base + director.rng.normal(0, 0.25))


def _all_hands(director: Director, company: Company) -> list[Handful]:
    return [
        Handful(
            company.dice(player),
            _seat(director, player),
            late=0 if player == 0 else int(director.rng.integers(6, 30)),
        )
        for player in range(len(company.counts))
    ]


def _dull(style: Design) -> Design:
    """Return the die with a surface that does not mirror a lamp over a whole face: nobody could read that."""
    body = replace(style.body, roughness=max(0.45, style.body.roughness), coat=min(0.1, style.body.coat))
    return replace(style, body=body)


def _lone_style(rng: Generator, size_mm: float) -> Design:
    style = sample_design(rng, size_mm)
    return replace(style, kind="d6", emblem=0)


def _ground(table: Table) -> Ground:
    soft = table.kind in SOFT
    friction, bounce = (1.0, 0.45) if soft else (0.7, 0.6)
    return Ground(table.tray, friction, bounce, wall_mm=None)


def _scene(rng: Generator, seed: int, size_mm: float, width: int, height: int, in_tray: bool) -> Scene:
    die_px = float(np.exp(rng.uniform(np.log(27.0), np.log(36.0)))) * width / 640
    distance = float(rng.uniform(520.0, 900.0))
    view_mm = width / die_px * size_mm
    reach = 0.43 * view_mm * height / width
    camera = Camera(
        target=(0.0, 0.0, 0.0), distance_mm=distance, elevation=float(np.radians(rng.uniform(48, 86))),
        azimuth=float(rng.normal(NEAR_SIDE, 0.3)), roll=float(rng.normal(0, 0.03)),
        focal_mm=36.0 * distance / view_mm, aperture_mm=0.0, focus_mm=distance, width=width, height=height,
    )  # fmt: skip
    table = sample_table(rng, size_mm, reach)
    while table.kind == "print":
        # A game board's print is as wild as dice are small.
        table = sample_table(rng, size_mm, reach)
    tray = None
    if in_tray or rng.random() < 0.7:
        tray = Tray(
            half_width_mm=reach, height_mm=float(rng.uniform(0.9, 1.6)) * size_mm,
            thickness_mm=float(rng.uniform(4.0, 9.0)),
            rgb=colour_named(rng, str(rng.choice(["brown", "black", "white", "grey", "blue"]))),
            roughness=float(rng.uniform(0.4, 0.9)),
        )  # fmt: skip
    table = replace(table, tray=tray, roughness=max(DULL, table.roughness))
    return Scene(seed, camera, _sensor(rng, width), _light(rng, view_mm), table, (), ())


def _light(rng: Generator, span_mm: float) -> Light:
    """Return the light of a room with one lamp at most, or the sun: each more costs as much again."""
    light = sample_light(rng, span_mm)
    return replace(light, lamps=light.lamps[:1], sun=None if light.lamps else light.sun)


def _sensor(rng: Generator, width: int) -> Sensor:
    """Return a webcam in its usual state: with its faults, but a person can read the dice."""
    one = sample_sensor(rng, width)
    return replace(
        one, motion_px=0.0, salt_and_pepper=0.0, grey=False, resample=max(one.resample, 0.75),
        blur_px=min(one.blur_px, 0.9), exposure_ev=float(np.clip(one.exposure_ev, -0.6, 0.4)),
        shot_noise=min(one.shot_noise, 0.03), read_noise=min(one.read_noise, 0.008),
        contrast=float(np.clip(one.contrast, 0.85, 1.2)), saturation=max(one.saturation, 0.75),
    )  # fmt: skip
