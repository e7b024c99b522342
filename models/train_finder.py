"""Train the finder of dice on labelled sets, real and rendered.

    python -m models.train_finder --set DIR --set DIR:3 ... --out work/finder.pt --minutes 50

A set's weight after the colon says how often its pictures are drawn. About 0.8 s a step of 12 windows on one
CPU core; each quarter of an hour counts. The state with the best validation is kept.
"""

import random
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Annotated

import cv2
import numpy as np
import torch
import typer
from numpy.typing import NDArray
from torch.nn.functional import relu

from models.finder_net import STRIDE, UNIT_PX, FinderNet
from models.light import relight
from models.sets import LabelledPicture, is_held_out, labelled_pictures
from vision.image import load_image

WINDOW_PX = 320  # a window, not the whole picture: more scales and places an hour
BATCH = 12
LEARNING_RATE = 2e-3  # AdamW with one cycle; 4e-3 did not converge from the focal loss' start
DIE_PX = (9.0, 170.0)  # sizes of dice shown to the network, on a log scale
TOP_VIEW = ("nell_byler", "circles_gray")  # sets seen from above may be turned any way
BOX_WEIGHT = 1.0
SEED = 7

Sample = tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]
"""Window (3, P, P) uint8, heat (P/4, P/4), sides (4, P/4, P/4) in pixels, weight (2, P/4, P/4) of both."""


def batches(sets: list[tuple[list[LabelledPicture], float]], seed: int) -> Iterator[Sample]:
    """Yield endless batches of random windows, the next one made in a thread while the last one is used."""
    rng = random.Random(seed)
    weights = [weight for _, weight in sets]

    def batch() -> Sample:
        drawn = [rng.choice(rng.choices(sets, weights)[0][0]) for _ in range(BATCH)]
        return stacked([window(picture, rng) for picture in drawn])

    with ThreadPoolExecutor(1) as pool:
        coming = pool.submit(batch)
        while True:
            ready, coming = coming.result(), pool.submit(batch)
            yield ready


def stacked(samples: list[Sample]) -> Sample:
    """Return samples as one batch."""
    shown, heat, sides, weight = (torch.stack(part) for part in zip(*samples, strict=True))
    return shown, heat, sides, weight


def window(picture: LabelledPicture, rng: random.Random) -> Sample:
    """Return a random window of a picture at a random scale, and what the network should say of it."""
    frame = load_image(picture.path)
    boxes = np.array([die.box for die in picture.dice], dtype=np.float32).reshape(-1, 4)
    scale = _random_scale(boxes, frame.shape, rng)
    if scale < 0.6:
        # Averaged first, as at run time; a warp alone would drop pixels.
        smaller = cv2.resize(frame, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        frame = np.asarray(smaller, dtype=np.uint8)
        boxes, scale = boxes * scale, 1.0
    height, width = frame.shape[:2]
    centre = (rng.uniform(0, width), rng.uniform(0, height))
    if len(boxes) and rng.random() < 0.85:
        x0, y0, x1, y1 = boxes[rng.randrange(len(boxes))]
        reach = 0.42 * WINDOW_PX / scale
        centre = ((x0 + x1) / 2 + rng.uniform(-reach, reach), (y0 + y1) / 2 + rng.uniform(-reach, reach))
    turn = _turn(picture, scale, centre, rng)
    shown = cv2.warpAffine(
        frame, turn, (WINDOW_PX, WINDOW_PX), flags=cv2.INTER_LINEAR, borderValue=(114, 114, 114)
    )
    heat, sides, weight = targets(_moved(boxes, turn))
    return torch.from_numpy(shown).permute(2, 0, 1), heat, sides, weight


def _random_scale(boxes: NDArray[np.float32], shape: tuple[int, ...], rng: random.Random) -> float:
    if not len(boxes):
        return WINDOW_PX / max(shape[:2]) * rng.uniform(0.8, 2.5)
    size = float(np.median(np.maximum(boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1])))
    wanted = float(np.exp(rng.uniform(*np.log(DIE_PX))))
    # Enlarging shows nothing that the reader would ever see.
    return float(np.clip(wanted / size, 0.6 * WINDOW_PX / max(shape[:2]) * 0.5, 1.6))


def _turn(
    picture: LabelledPicture, scale: float, centre: tuple[float, float], rng: random.Random
) -> NDArray[np.float64]:
    any_way = picture.path.parent.name in TOP_VIEW
    angle = rng.uniform(-180, 180) if any_way and rng.random() < 0.5 else rng.uniform(-12, 12)
    angle = 0.0 if not any_way and rng.random() < 0.6 else angle
    turn = np.asarray(cv2.getRotationMatrix2D(centre, angle, scale), dtype=np.float64)
    turn[:, 2] += WINDOW_PX / 2 - np.array(centre)
    if rng.random() < 0.5:
        turn = np.array([[-1, 0, WINDOW_PX - 1], [0, 1, 0]]) @ np.vstack([turn, [0, 0, 1]])
    return np.asarray(turn)


def _moved(boxes: NDArray[np.float32], turn: NDArray[np.float64]) -> NDArray[np.float32]:
    """Return boxes around the turned boxes, less the corners that a turned square die does not fill."""
    if not len(boxes):
        return boxes
    centres = (boxes[:, :2] + boxes[:, 2:]) / 2 @ turn[:, :2].T + turn[:, 2]
    # For small turns the box keeps its shape; for others dice are seen from above and nearly square.
    half = (boxes[:, 2:] - boxes[:, :2]) / 2 * np.sqrt(abs(np.linalg.det(turn[:, :2])))
    return np.concatenate([centres - half, centres + half], axis=1).astype(np.float32)


def targets(boxes: NDArray[np.float32]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Return heat, sides and the weights of both for boxes in pixels of a window."""
    cells = WINDOW_PX // STRIDE
    heat = np.zeros((cells, cells), np.float32)
    sides = np.ones((4, cells, cells), np.float32)
    weight = np.stack([np.ones_like(heat), np.zeros_like(heat)])
    middle = (np.arange(cells) + 0.5) * STRIDE
    for box in boxes:
        x0, y0, x1, y1 = box
        shown = max(0.0, min(x1, WINDOW_PX) - max(x0, 0)) * max(0.0, min(y1, WINDOW_PX) - max(y0, 0))
        if shown <= 0:
            continue
        if shown < 0.35 * (x1 - x0) * (y1 - y0):
            # Too little of it is in the window to ask for it, too much to call it a table.
            rows, columns = _cells(y0, y1, cells), _cells(x0, x1, cells)
            weight[0, rows, columns] = 0
            continue
        x0, y0, x1, y1 = np.clip(box, 0, WINDOW_PX)
        x, y, width, height = (x0 + x1) / 2, (y0 + y1) / 2, x1 - x0, y1 - y0
        column, row = min(int(x / STRIDE), cells - 1), min(int(y / STRIDE), cells - 1)
        sigma_x, sigma_y = max(2.4, 0.11 * width), max(2.4, 0.11 * height)
        bump = np.exp(
            -((middle[None, :] - middle[column]) ** 2) / (2 * sigma_x**2)
            - (middle[:, None] - middle[row]) ** 2 / (2 * sigma_y**2)
        )
        stronger = (bump > 0.3) & (bump >= heat)
        heat = np.maximum(heat, bump)
        left, top = middle[None, :] - x0, middle[:, None] - y0
        right, bottom = x1 - middle[None, :], y1 - middle[:, None]
        ones = np.ones((cells, cells), np.float32)
        around = np.stack([left * ones, top * ones, right * ones, bottom * ones])
        sides = np.where(stronger[None], np.maximum(around, 0.5), sides)
        weight[1] = np.where(stronger, bump, weight[1])
    return torch.from_numpy(heat), torch.from_numpy(sides.astype(np.float32)), torch.from_numpy(weight)


def _cells(low: float, high: float, cells: int) -> slice:
    return slice(max(0, int(low / STRIDE)), max(0, min(cells, int(high / STRIDE) + 1)))


def loss_of(net: FinderNet, batch: Sample, generator: torch.Generator | None) -> tuple[torch.Tensor, float]:
    """Return focal loss of the heat plus GIoU loss of the boxes, and the mean overlap at the centres."""
    shown, heat, sides, weight = batch
    pictures = shown.float() / 255
    if generator is not None:
        pictures = relight(pictures, generator)
    logits, log_sides = net(pictures.to(memory_format=torch.channels_last))
    guess = torch.sigmoid(logits).clamp(1e-4, 1 - 1e-4)
    centre = heat > 0.999
    focal = torch.where(
        centre,
        (1 - guess) ** 2 * torch.log(guess),
        (1 - heat) ** 4 * guess**2 * torch.log(1 - guess),
    )
    count = centre.sum().clamp(min=1)
    heat_loss = -(focal * weight[:, 0]).sum() / count
    overlap, giou = _overlaps(torch.exp(log_sides.clamp(-3, 4)) * UNIT_PX, sides)
    share = weight[:, 1] / weight[:, 1].sum().clamp(min=1)
    log_error = (log_sides - torch.log(sides / UNIT_PX)).abs().mean(dim=1)
    box_loss = ((1 - giou + 0.3 * log_error) * share).sum()
    return heat_loss + BOX_WEIGHT * box_loss, float((overlap * share).sum().detach())


def _overlaps(one: torch.Tensor, other: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Return IoU and GIoU of boxes given as sides (N, 4, ...) from a common point."""
    least, most = torch.minimum(one, other), torch.maximum(one, other)
    shared = relu(least[:, 0] + least[:, 2]) * relu(least[:, 1] + least[:, 3])
    area_one = (one[:, 0] + one[:, 2]) * (one[:, 1] + one[:, 3])
    area_other = (other[:, 0] + other[:, 2]) * (other[:, 1] + other[:, 3])
    union = area_one + area_other - shared
    hull = (most[:, 0] + most[:, 2]) * (most[:, 1] + most[:, 3])
    overlap = shared / union
    return overlap, overlap - (hull - union) / hull


def train(
    sets: Annotated[list[str], typer.Option("--set", help="A labelled set, DIR or DIR:WEIGHT")],
    out: Annotated[Path, typer.Option(help="Checkpoint")],
    minutes: float = 50.0,
    start: Annotated[Path | None, typer.Option(help="Go on from this checkpoint")] = None,
    threads: int = 1,
) -> None:
    """Train for a given time and write the state with the best validation."""
    torch.manual_seed(SEED)
    torch.set_num_threads(threads)
    generator = torch.Generator().manual_seed(SEED)
    train_sets, held_out = [], []
    for name in sets:
        folder, _, weight = name.partition(":")
        # Split by scene, never by frame: neighbours of one clip are near copies.
        pictures = labelled_pictures(Path(folder))
        train_sets.append(([p for p in pictures if not is_held_out(p)], float(weight or 1)))
        held_out += [p for p in pictures if is_held_out(p)]
    random.Random(SEED).shuffle(held_out)
    rng = random.Random(SEED)
    checks = [window(picture, rng) for picture in held_out[:96]]
    cv2.setNumThreads(1)
    source = batches(train_sets, SEED)
    net = FinderNet().to(memory_format=torch.channels_last)
    if start is not None:
        net.load_state_dict(torch.load(start)["net"])
    optimiser = torch.optim.AdamW(net.parameters(), LEARNING_RATE, weight_decay=1e-4)
    began, step, best = time.monotonic(), 0, float("inf")
    checked = began
    while (spent := (time.monotonic() - began) / 60 / minutes) < 1:
        for group in optimiser.param_groups:
            group["lr"] = LEARNING_RATE * min(1.0, (step + 1) / 100) * (0.02 + 0.98 * (1 - spent))
        net.train()
        loss, overlap = loss_of(net, next(source), generator)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        step += 1
        if step % 50 == 0:
            print(f"{spent:5.1%} step {step} loss {loss.item():.3f} overlap {overlap:.3f}", flush=True)
        if time.monotonic() - checked > minutes * 60 / 20 or step == 1:
            checked = time.monotonic()
            found = validation_loss(net, checks)
            print(f"{spent:5.1%} step {step} validation {found:.3f}", flush=True)
            if found < best:
                best = found
                torch.save({"net": net.state_dict(), "step": step, "sets": sets, "validation": best}, out)


def validation_loss(net: FinderNet, checks: list[Sample]) -> float:
    """Return the mean loss over fixed windows of held-out scenes, unlit and unblurred."""
    net.eval()
    with torch.no_grad():
        losses = [
            float(loss_of(net, stacked(checks[i : i + BATCH]), None)[0].item())
            for i in range(0, len(checks), BATCH)
        ]
    return sum(losses) / len(losses)


if __name__ == "__main__":
    typer.run(train)
