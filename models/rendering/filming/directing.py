"""Makes a film move by move: hands throw dice, pass over them, push one, take them up. Needs bpy."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.rendering.filming.dice import hull, posed, renumbered, with_dice
from models.rendering.filming.film import FPS, Asked, Exposure, Film, Happening, Piece, Reach, Roll
from models.rendering.filming.hand import Arm, sample_arm, tip_mm
from models.rendering.filming.throw import (
    HELD_FRAMES,
    SIM_FPS,
    Ground,
    Launch,
    Throw,
    sample_launch,
    simulated,
)
from models.rendering.pictures.labels import DieLabel, labels
from models.rendering.scenes.camera import camera_axes, project
from models.rendering.scenes.leaning import leaning_pose, tumbling
from models.rendering.scenes.numeral_placing import AnyDesign, AnyDie
from models.rendering.scenes.placing import Pose
from models.rendering.scenes.scene import Scene

TRIES = 60
LEAST_VISIBLE = 0.93
PAIR_GAP = 1.08
"""Least distance of two dice's middles, in die sizes, in a roll that is to be read."""
BORDER_PX = 5.0
PALM_ABOVE_MM = 22.0

Wanted = Callable[[Sequence[DieLabel], Throw], bool]


class NoThrowError(RuntimeError):
    """None of the throws that were tried ended as wanted."""


@dataclass(frozen=True, slots=True)
class Handful:
    """Dice, by number, that one hand throws towards `angle`, so many frames of simulation late."""

    dice: tuple[int, ...]
    angle: float
    late: int = 0


class Director:
    """Mutable: what was directed last goes on from frame `now`."""

    def __init__(
        self,
        rng: Generator,
        scene: Scene,
        designs: Sequence[AnyDesign],
        owners: Sequence[tuple[str, str]],
        ground: Ground,
    ) -> None:
        self.now = 0
        self.rng = rng
        self.scene, self.designs, self.owners, self.ground = scene, tuple(designs), tuple(owners), ground
        self.lying: dict[int, Pose] = {}
        self._pieces: list[list[Piece]] = [[] for _ in designs]
        self._reaches: list[Reach] = []
        self._rolls: list[Roll] = []
        self._happenings: list[Happening] = []
        self._size_mm = designs[0].size_mm

    def film(self, exposure: Exposure) -> Film:
        """Return the film up to now."""
        return Film(
            self.scene,
            self.designs,
            self.owners,
            tuple(tuple(pieces) for pieces in self._pieces),
            tuple(self._reaches),
            tuple(replace(roll, until=min(roll.until, self.now)) for roll in self._rolls),
            tuple(self._happenings),
            self.now,
            exposure,
        )

    def wait(self, seconds: float) -> None:
        """Let nothing happen."""
        self.now += round(seconds * FPS)

    def throw(
        self,
        handfuls: Sequence[Handful],
        asked: tuple[Asked, ...],
        answers: tuple[int, ...],
        wanted: Wanted,
        pace: tuple[float, float] = (0.45, 0.8),
        spun: bool = False,
        longest_s: float = 3.0,
        leaning: int | None = None,
        shown: Mapping[int, int] | None = None,
    ) -> None:
        """Throw dice and go on to the frame in which they lie; one may lean then. Raises NoThrowError.

        Dice for which a face is to be `shown` are numbered so that it comes up.
        """
        with_leaning, handfuls = handfuls, [_without(one, leaning) for one in handfuls]
        thrown, launches = self._simulated(handfuls, wanted, pace, spun, longest_s)
        arm_frames = 13
        began = self.now + arm_frames - HELD_FRAMES * FPS / SIM_FPS
        order = [die for handful in handfuls for die in handful.dice]
        for index, die in enumerate(order):
            if shown is not None and die in shown:
                thrown.turns[:, index] = thrown.turns[:, index] @ renumbered(
                    self.designs[die], thrown.turns[-1, index], shown[die]
                )
            held = launches[index].released - HELD_FRAMES
            self._pieces[die].append((began + held * FPS / SIM_FPS, _falling(thrown, index, began)))
            self.lying[die] = (thrown.places[-1, index], thrown.turns[-1, index])
        first = 0
        for handful in (one for one in handfuls if one.dice):
            own = launches[first : first + len(handful.dice)]
            self._throwing_arm(handful, own, began + own[0].released * FPS / SIM_FPS)
            first += len(handful.dice)
        self._end_rolls(self.now + arm_frames // 2)
        moves = int(began)
        rests = int(np.ceil(began + thrown.rest_frame * FPS / SIM_FPS))
        if leaning is not None:
            rests = max(rests, self._lean(leaning, with_leaning, began))
        self._rolls.append(Roll(moves, rests, 1 << 30, answers, asked))
        self.now = rests

    def lift(self, dice: Sequence[int], angle: float) -> None:
        """Let a hand that points towards `angle` take dice up, one after the other, and go."""
        arm = sample_arm(self.rng)
        step = int(self.rng.integers(3, 6))
        left, order = list(dice), []
        spot = self._outside(arm, angle, self._middle(dice))
        points = [(float(self.now), spot)]
        while left:
            left.sort(key=lambda die: float(np.hypot(*(self.lying[die][0][:2] - np.array(spot[:2])))))
            die = left.pop(0)
            spot = self._above(self.lying[die][0])
            order.append((die, spot))
        time = self.now + 14.0
        for die, spot in order:
            points += [(time, spot), (time + 2, spot)]
            self._pieces[die].append((time + 1, _nowhere))
            del self.lying[die]
            time += 2 + step
        points.append((time + 12, self._outside(arm, angle, np.array(order[-1][1]))))
        self._reaches.append(Reach(arm, tuple(points), angle))
        self._end_rolls(self.now)
        self._happened("lifted", time + 12)
        self.now = int(time) + 13

    def pass_over(self, arm: Arm, angle: float, height_mm: float, seconds: float, pause_s: float = 0) -> None:
        """Let an arm that points towards `angle` sweep over the dice, or hold above them; `now` stays."""
        middle = self._middle(tuple(self.lying))
        across = np.array([-np.sin(angle), np.cos(angle), 0.0]) * self.rng.uniform(0.3, 1.0) * 70.0
        ends = [middle - across, middle + across] if not pause_s else [middle, middle]
        ends = [np.array([*end[:2], height_mm]) for end in ends]
        begun, part = float(self.now), seconds * FPS / 3
        times = (begun, begun + part, begun + 2 * part + pause_s * FPS, begun + 3 * part + pause_s * FPS)
        spots = (
            self._outside(arm, angle, ends[0]), _spot(ends[0]), _spot(ends[1]),
            self._outside(arm, angle, ends[1]),
        )  # fmt: skip
        self._reaches.append(Reach(arm, tuple(zip(times, spots, strict=True)), angle))
        self._happened(f"{arm.kind} over the dice" + (", held there" if pause_s else ""), times[-1])

    def nudge(self, arm: Arm, way_mm: float, angle: float) -> int:
        """Push one die that has room before it, without turning it over; return its number."""
        die, angle = self._pushable(way_mm, angle)
        place, turn = self.lying[die]
        forward = np.array([np.cos(angle), np.sin(angle), 0.0])
        reach, drop = tip_mm(arm)
        contact = place - forward * (0.62 * self._size_mm + reach)
        contact[2] = max(0.75 * self._size_mm - drop, 16.0 * arm.scale)
        near, pushed = contact - forward * 45.0, contact + forward * way_mm
        begun = float(self.now)
        touch, done = begun + 22, begun + 22 + float(self.rng.uniform(5, 10))
        points = (
            (begun, self._outside(arm, angle, near)), (begun + 14, _spot(near)), (touch, _spot(contact)),
            (done, _spot(pushed)), (done + 4, _spot(pushed)), (done + 12, _spot(near)),
            (done + 24, self._outside(arm, angle, near)),
        )  # fmt: skip
        self._reaches.append(Reach(arm, points, angle))
        yaw = float(self.rng.uniform(-0.3, 0.3))
        slid = _sliding(self.lying[die], forward * way_mm, yaw, touch, done)
        self._pieces[die].append((touch, slid))
        self.lying[die] = slid(done) or (place, turn)
        self._happened(f"die {die} nudged by {way_mm:.0f} mm", done + 24)
        self.now = int(done) + 25
        return die

    def dice_now(self) -> tuple[AnyDie, ...]:
        """Return the dice that lie on the table, in the order of their numbers."""
        return tuple(self._die(die, self.lying[die]) for die in sorted(self.lying))

    def _simulated(
        self, handfuls: Sequence[Handful], wanted: Wanted, pace: tuple[float, float], spun: bool,
        longest_s: float,
    ) -> tuple[Throw, list[Launch]]:  # fmt: skip
        order = [die for handful in handfuls for die in handful.dice]
        lying = {die: pose for die, pose in self.lying.items() if die not in order}
        body = hull(self.designs[0])
        for _ in range(TRIES):
            launches = [one for each in handfuls if each.dice for one in self._launches(each, pace)]
            if spun:
                launches[-1] = self._spun(launches[-1])
            thrown = simulated(launches, body, self.ground, tuple(lying.values()), longest_s)
            if thrown is None:
                continue
            ends = {die: (thrown.places[-1, k], thrown.turns[-1, k]) for k, die in enumerate(order)}
            poses = lying | ends
            dice = tuple(self._die(die, poses[die]) for die in sorted(poses))
            seen = labels(with_dice(self.scene, dice))
            if not self._in_tray([pose[0] for pose in ends.values()]):
                continue
            if len(seen) == len(dice) and self._inside(seen) and wanted(seen, thrown):
                return thrown, launches
        raise NoThrowError(f"no throw of {len(order)} dice ends as wanted")

    def _lean(self, die: int, handfuls: Sequence[Handful], began: float) -> int:
        """Let a die of a handful come to rest leaning; return the frame. Raises NoThrowError."""
        tray = self.scene.table.tray
        handful = next(one for one in handfuls if die in one.dice)
        launch = self._launches(handful, (1.0, 1.0))[handful.dice.index(die)]
        for _ in range(TRIES):
            ends = leaning_pose(
                self.rng, self._size_mm, [self.lying[other] for other in sorted(self.lying) if other != die],
                tray.half_width_mm if tray else None, self.scene.camera.azimuth,
            )  # fmt: skip
            if ends is None:
                continue
            dice = [self._die(other, pose) for other, pose in (self.lying | {die: ends}).items()]
            seen = labels(with_dice(self.scene, dice))
            if self._inside(seen) and all(label.visible > 0.85 for label in seen):
                break
        else:
            raise NoThrowError("no room for a die to lean")
        first = began + handful.late * FPS / SIM_FPS
        last = first + float(self.rng.uniform(18, 30))
        begins = (launch.start, np.eye(3))
        self._pieces[die].append((first, tumbling(begins, ends, first, last, float(self.rng.uniform(1, 2)))))
        self.lying[die] = ends
        return int(np.ceil(last))

    def _launches(self, handful: Handful, pace: tuple[float, float]) -> list[Launch]:
        cos, sin = np.cos(handful.angle), np.sin(handful.angle)
        turn = np.array([[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]])
        found = []
        for index in range(len(handful.dice)):
            one = sample_launch(self.rng, index, len(handful.dice), self._size_mm, self._reach_mm() * 0.75)
            speed = turn @ one.speed * self.rng.uniform(*pace)
            found.append(
                replace(one, start=turn @ one.start, speed=speed, released=HELD_FRAMES + handful.late)
            )
        return found

    def _spun(self, launch: Launch) -> Launch:
        """Return the launch of a die set down turning like a top on one corner."""
        start = np.array([*(0.35 * launch.start[:2]), 0.95 * self._size_mm])
        corner = np.array([np.arctan(1 / np.sqrt(2)), np.pi / 4, 0.0])
        spin = np.array([0.0, 0.0, self.rng.choice([-1, 1]) * self.rng.uniform(35, 70)])
        return Launch(start, 0.1 * launch.speed * [1, 1, 0], corner, spin, launch.released)

    def _reach_mm(self) -> float:
        tray = self.scene.table.tray
        return tray.half_width_mm if tray else 70.0

    def _in_tray(self, places: Sequence[NDArray[np.float64]]) -> bool:
        """Say whether dice lie in the tray; without one they do."""
        tray = self.scene.table.tray
        return tray is None or all(np.abs(place[:2]).max() < tray.half_width_mm for place in places)

    def _inside(self, seen: Sequence[DieLabel]) -> bool:
        wide, high = self.scene.camera.width - BORDER_PX, self.scene.camera.height - BORDER_PX
        return all(
            label.box[0] > BORDER_PX
            and label.box[1] > BORDER_PX
            and label.box[2] < wide
            and label.box[3] < high
            for label in seen
        )

    def _throwing_arm(self, handful: Handful, launches: Sequence[Launch], released: float) -> None:
        arm = replace(sample_arm(self.rng), grip=0.45)
        middle = np.mean([launch.start for launch in launches], axis=0)
        forward = np.array([np.cos(handful.angle), np.sin(handful.angle), 0.0])
        hold = middle - 25 * forward + np.array([0, 0, self._size_mm])
        ends = middle + 20 * forward + np.array([0, 0, self._size_mm + 8])
        away = self._outside(arm, handful.angle, hold)
        points = (
            (released - 14, away), (released - 2.5, _spot(hold)), (released + 1.5, _spot(ends)),
            (released + 3, _spot(ends)), (released + 12, away),
        )  # fmt: skip
        self._reaches.append(Reach(arm, points, handful.angle))

    def _outside(self, arm: Arm, angle: float, near: NDArray[np.float64]) -> tuple[float, float, float]:
        """Return where an arm on its way back is out of the picture, a little higher."""
        camera = self.scene.camera
        forward = np.array([np.cos(angle), np.sin(angle), 0.0])
        side = np.array([-np.sin(angle), np.cos(angle), 0.0]) * 60.0
        tip = forward * (tip_mm(arm)[0] + 25.0)
        along = np.linspace(-1.0 if arm.kind == "stick" else 0.0, 1.0, 5)
        outline = np.array([share * tip + way * side for share in along for way in (-1, 0, 1)])
        for back in range(0, 900, 20):
            spot = np.array([*near[:2], max(float(near[2]), 60.0)]) - back * forward
            edge = project(camera, spot + outline)
            seen = (edge > -10).all(axis=1) & (edge < (camera.width + 10, camera.height + 10)).all(axis=1)
            if not seen.any():
                break
        return _spot(spot)

    def _above(self, place: NDArray[np.float64]) -> tuple[float, float, float]:
        """Return where a palm hides a die from the camera."""
        eye, _ = camera_axes(self.scene.camera)
        away = (eye - place) / (eye - place)[2]
        return _spot(place + away * (self._size_mm / 2 + PALM_ABOVE_MM))

    def _middle(self, dice: Sequence[int]) -> NDArray[np.float64]:
        return np.asarray(np.mean([self.lying[die][0] for die in dice], axis=0)) if dice else np.zeros(3)

    def _pushable(self, way_mm: float, angle: float) -> tuple[int, float]:
        """Return a die and a direction near `angle` with room to push it. Raises NoThrowError."""
        for turned in (0.0, 0.5, -0.5, 1.0, -1.0, 1.5, -1.5):
            forward = np.array([np.cos(angle + turned), np.sin(angle + turned)])
            turn = {die: int(self.rng.integers(1000)) for die in self.lying}
            for die in sorted(self.lying, key=turn.__getitem__):
                there = self.lying[die][0][:2] + forward * way_mm
                others = [self.lying[other][0][:2] for other in self.lying if other != die]
                apart = all(np.hypot(*(there - other)) > 1.5 * self._size_mm for other in others)
                if apart and np.abs(there).max() < self._reach_mm() - self._size_mm:
                    return die, angle + turned
        raise NoThrowError("no die has room to be nudged")

    def _die(self, die: int, pose: Pose) -> AnyDie:
        return posed(self.designs[die], *pose)

    def _end_rolls(self, frame: int) -> None:
        self._rolls = [replace(roll, until=min(roll.until, frame)) for roll in self._rolls]

    def _happened(self, what: str, last: float) -> None:
        self._happenings.append(Happening(what, self.now, int(np.ceil(last))))


def _without(handful: Handful, die: int | None) -> Handful:
    return replace(handful, dice=tuple(one for one in handful.dice if one != die))


def _falling(thrown: Throw, index: int, began: float) -> Callable[[float], Pose]:
    # From rest on exactly still, so that equal frames are known as equal.
    rest = began + thrown.rest_frame * FPS / SIM_FPS
    end = thrown.places[-1, index], thrown.turns[-1, index]
    return lambda time: end if time >= rest else thrown.pose((time - began) * SIM_FPS / FPS, index)


def _sliding(
    pose: Pose, way: NDArray[np.float64], yaw: float, first: float, last: float
) -> Callable[[float], Pose]:
    def slid(time: float) -> Pose:
        share = float(np.clip((time - first) / (last - first), 0.0, 1.0))
        share = share * share * (3 - 2 * share)
        cos, sin = np.cos(share * yaw), np.sin(share * yaw)
        turn = np.array([[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]])
        return pose[0] + share * way, turn @ pose[1]

    return slid


def _nowhere(_: float) -> None:
    return None


def _spot(place: NDArray[np.float64]) -> tuple[float, float, float]:
    x, y, z = (float(value) for value in place)
    return (x, y, z)


def readable(seen: Sequence[DieLabel], _: Throw) -> bool:
    """Say whether every die lies flat, apart from the others and in full view."""
    boxes = np.array([label.box for label in seen])
    middles = (boxes[:, :2] + boxes[:, 2:]) / 2
    gaps = np.linalg.norm(middles[:, None] - middles[None], axis=2) + 1e6 * np.eye(len(seen))
    wide = float((boxes[:, 2] - boxes[:, 0]).mean())
    flat = all(not label.cocked and label.visible >= LEAST_VISIBLE for label in seen)
    return flat and bool(gaps.min() > 0.8 * PAIR_GAP * wide)
