"""The camera and its sensor: where it stands, and where a point of the table falls in the picture."""

from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

SENSOR_WIDTH_MM = 36.0


@dataclass(frozen=True, slots=True)
class Camera:
    """A pinhole with depth of field, looking at `target`; millimetres and radians.

    `elevation` is the angle above the table (pi/2 looks straight down), `azimuth` the side it stands on.
    """

    target: tuple[float, float, float]
    distance_mm: float
    elevation: float
    azimuth: float
    roll: float
    focal_mm: float
    """Full-frame equivalent: the picture is 36 mm wide on the sensor."""
    aperture_mm: float
    """Diameter of the lens opening, 0 for a pinhole that is sharp everywhere."""
    focus_mm: float
    width: int
    height: int

    @property
    def focal_px(self) -> float:
        """Focal length in pixels."""
        return self.focal_mm / SENSOR_WIDTH_MM * self.width


@dataclass(frozen=True, slots=True)
class Sensor:
    """What happens between the lens and the file, in this order."""

    motion_px: float
    motion_angle: float
    blur_px: float
    vignette: float
    exposure_ev: float
    """Deviation from what an automatic exposure would choose."""
    white_balance: tuple[float, float, float]
    """Gain of red, green and blue."""
    shot_noise: float
    read_noise: float
    contrast: float
    saturation: float
    sharpening: float
    resample: float
    """The picture was once this share of its size; 1 for native."""
    salt_and_pepper: float
    """Share of pixels."""
    grey: bool
    jpeg_quality: int


def camera_axes(camera: Camera) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the camera's place (3,) and its axes (3, 3): rows are right, down and forward, table frame."""
    ce, se = np.cos(camera.elevation), np.sin(camera.elevation)
    ca, sa = np.cos(camera.azimuth), np.sin(camera.azimuth)
    backward = np.array([ce * ca, ce * sa, se])
    place = np.array(camera.target) + camera.distance_mm * backward
    # Straight down the usual "right" is not defined by up x view; the azimuth defines it at every elevation.
    right = np.array([-sa, ca, 0.0])
    down = np.cross(-backward, right)
    cr, sr = np.cos(camera.roll), np.sin(camera.roll)
    return place, np.stack([cr * right + sr * down, cr * down - sr * right, -backward])


def project(camera: Camera, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return where points (n, 3) of the table's frame fall: (n, 2) pixels (x, y), origin top left.

    The middle of the top left pixel is (0.5, 0.5). Points must lie in front of the camera.
    """
    place, axes = camera_axes(camera)
    seen = (points - place) @ axes.T
    middle = np.array([camera.width / 2, camera.height / 2])
    return np.asarray(seen[:, :2] / seen[:, 2:3] * camera.focal_px + middle)


def on_table(camera: Camera, pixel: tuple[float, float], height_mm: float) -> NDArray[np.float64] | None:
    """Return the point (3,) at this height seen at a pixel, None where the ray looks above the table."""
    place, axes = camera_axes(camera)
    x = (pixel[0] - camera.width / 2) / camera.focal_px
    y = (pixel[1] - camera.height / 2) / camera.focal_px
    ray = np.array([x, y, 1.0]) @ axes
    if ray[2] > -0.05:
        return None
    return np.asarray(place + ray * ((height_mm - place[2]) / ray[2]))


def sample_camera(rng: Generator, die_px: float, size_mm: float, width: int, height: int) -> Camera:
    """Return a camera that sees a die of `size_mm` at the target `die_px` wide."""
    focal = float(np.exp(rng.uniform(np.log(24.0), np.log(85.0))))
    distance = focal / SENSOR_WIDTH_MM * width * size_mm / die_px
    steep = rng.random() < 0.35
    elevation = rng.uniform(75.0, 90.0) if steep else rng.uniform(35.0, 80.0)
    aperture_mm = 0.0
    if rng.random() < 0.5:
        # The lens opening that blurs what lies two dice behind the focus by this much.
        blur_px, behind_mm = float(rng.uniform(0.3, 3.0)) * width / 640, 2 * size_mm
        aperture_mm = blur_px / die_px * size_mm * (distance + behind_mm) / behind_mm
    return Camera(
        target=(0.0, 0.0, size_mm / 2),
        distance_mm=distance,
        elevation=float(np.radians(elevation)),
        azimuth=float(rng.uniform(-np.pi, np.pi)),
        roll=float(np.radians(rng.normal(0.0, 4.0))),
        focal_mm=focal,
        aperture_mm=aperture_mm,
        focus_mm=distance * float(rng.normal(1.0, 0.03)),
        width=width,
        height=height,
    )


def sample_sensor(rng: Generator, width: int) -> Sensor:
    """Return a sensor between good camera and cheap webcam; pixel lengths grow with the width."""
    unit = width / 640
    dark = rng.random() < 0.3
    cast = np.exp(rng.normal(0.0, 0.09, 3))
    return Sensor(
        motion_px=float(rng.uniform(1.0, 5.0)) * unit if rng.random() < 0.08 else 0.0,
        motion_angle=float(rng.uniform(0, np.pi)),
        blur_px=float(rng.gamma(1.2, 0.4)) * unit,
        vignette=float(rng.uniform(0.0, 0.4)) if rng.random() < 0.4 else 0.0,
        exposure_ev=float(np.clip(rng.normal(0.0, 0.45), -1.4, 1.2)),
        white_balance=(float(cast[0]), float(cast[1]), float(cast[2])),
        shot_noise=float(rng.uniform(0.02, 0.08) if dark else rng.uniform(0.0, 0.02)),
        read_noise=float(rng.uniform(0.003, 0.02) if dark else rng.uniform(0.0, 0.004)),
        contrast=float(rng.normal(1.0, 0.12)),
        saturation=float(np.clip(rng.normal(1.0, 0.2), 0.4, 1.6)),
        sharpening=float(rng.uniform(0.3, 1.5)) if rng.random() < 0.35 else 0.0,
        resample=float(rng.uniform(0.5, 0.9)) if rng.random() < 0.15 else 1.0,
        salt_and_pepper=float(rng.uniform(0.002, 0.02)) if rng.random() < 0.04 else 0.0,
        grey=bool(rng.random() < 0.02),
        jpeg_quality=int(rng.integers(40, 96)),
    )
