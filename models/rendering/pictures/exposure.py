"""From light to file: automatic exposure, lens and sensor faults, JPEG."""

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from models.rendering.scenes.camera import Sensor

Radiance = NDArray[np.float32]  # (H, W, 3) BGR, linear, 0..
Frame = NDArray[np.uint8]  # (H, W, 3) BGR

# An automatic exposure brings the mean to middle grey but lets few pixels burn out.
MEAN_TARGET, BRIGHT_TARGET, BRIGHT_PERCENTILE = 0.22, 0.95, 97.0


def automatic_gain(light: Radiance) -> float:
    """Return what a camera would multiply this light with."""
    luminance = light @ np.array([0.114, 0.587, 0.299], np.float32)
    bright = float(np.percentile(luminance, BRIGHT_PERCENTILE))
    return min(MEAN_TARGET / max(float(luminance.mean()), 1e-6), BRIGHT_TARGET / max(bright, 1e-6) * 1.3)


def photograph(light: Radiance, sensor: Sensor, rng: Generator, gain: float | None = None) -> Frame:
    """Return the picture that this sensor makes of the light; `gain` None lets it choose its exposure."""
    height, width = light.shape[:2]
    if gain is None:
        gain = automatic_gain(light)
    seen = light * np.float32(gain * 2.0**sensor.exposure_ev)
    seen = seen * np.array(sensor.white_balance[::-1], np.float32)
    if sensor.resample < 1:
        small = (max(8, round(width * sensor.resample)), max(8, round(height * sensor.resample)))
        seen = np.asarray(cv2.resize(seen, small, interpolation=cv2.INTER_AREA), np.float32)
    if sensor.motion_px > 0:
        seen = np.asarray(cv2.filter2D(seen, -1, _streak(sensor.motion_px, sensor.motion_angle)), np.float32)
    if sensor.blur_px > 0.15:
        seen = np.asarray(cv2.GaussianBlur(seen, (0, 0), sensor.blur_px), np.float32)
    if sensor.vignette > 0:
        rows, columns = np.ogrid[-1 : 1 : seen.shape[0] * 1j, -1 : 1 : seen.shape[1] * 1j]
        seen = seen * (1 - sensor.vignette * (rows**2 + columns**2) / 2)[..., None].astype(np.float32)
    scatter = np.sqrt(np.maximum(seen, 0)) * sensor.shot_noise
    seen = seen + rng.standard_normal(seen.shape, np.float32) * np.sqrt(scatter**2 + sensor.read_noise**2)
    return _finished(seen.astype(np.float32), sensor, rng, (width, height))


def jpeg(frame: Frame, sensor: Sensor) -> bytes:
    """Return the frame as this camera would store it."""
    _, data = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, sensor.jpeg_quality])
    return data.tobytes()


def decoded(data: bytes) -> Frame:
    """Return the picture of a file as `jpeg` makes it."""
    return np.asarray(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR), np.uint8)


def _finished(seen: Radiance, sensor: Sensor, rng: Generator, size: tuple[int, int]) -> Frame:
    """Return the frame after the camera's own processing: tone, colour, sharpening, scaling."""
    shown = _tone(np.maximum(seen, 0))
    grey = (shown @ np.array([0.114, 0.587, 0.299], np.float32))[..., None]
    shown = grey + (shown - grey) * np.float32(0.0 if sensor.grey else sensor.saturation)
    shown = (shown - 0.5) * np.float32(sensor.contrast) + 0.5
    if (shown.shape[1], shown.shape[0]) != size:
        shown = np.asarray(cv2.resize(shown, size, interpolation=cv2.INTER_LINEAR), np.float32)
    if sensor.sharpening > 0:
        shown = shown + sensor.sharpening * (shown - cv2.GaussianBlur(shown, (0, 0), 1.2))
    frame: Frame = np.clip(shown * 255.0 + 0.5, 0, 255).astype(np.uint8)
    if sensor.salt_and_pepper > 0:
        hit = rng.random(frame.shape[:2]) < sensor.salt_and_pepper
        frame[hit] = rng.choice(np.array([0, 255], np.uint8), size=(int(hit.sum()), 1))
    return frame


def _tone(linear: Radiance) -> Radiance:
    """Return linear light as sRGB, with a shoulder above 0.8 as cameras have it instead of a hard cut."""
    knee = np.float32(0.8)
    over = np.maximum(linear - knee, 0)
    soft = np.minimum(linear, knee) + (1 - knee) * (1 - np.exp(-over / (1 - knee)))
    shown = np.where(soft <= 0.0031308, 12.92 * soft, 1.055 * np.power(soft, 1 / 2.4) - 0.055)
    return np.asarray(shown, np.float32)


def _streak(length_px: float, angle: float) -> NDArray[np.float32]:
    """Return the kernel of a straight movement."""
    half = int(np.ceil(length_px / 2))
    kernel = np.zeros((2 * half + 1, 2 * half + 1), np.float32)
    for step in np.linspace(-length_px / 2, length_px / 2, 8 * half + 1):
        kernel[round(half + step * np.sin(angle)), round(half + step * np.cos(angle))] += 1
    return np.asarray(kernel / kernel.sum(), np.float32)
