"""What is asked of a camera, and what it says it did, on a camera of Python."""

import cv2

from vision.sources.controls import Controls, set_controls


class Settable:
    """A camera that has the properties given and keeps to the values it can do."""

    def __init__(self, backend: str = "V4L2", **can: list[float]) -> None:
        self._backend = backend
        self._can = {getattr(cv2, f"CAP_PROP_{name}"): values for name, values in can.items()}
        self.held = {prop: values[0] for prop, values in self._can.items()}

    def set(self, prop: int, value: float, /) -> bool:
        if prop not in self._can:
            return False
        self.held[prop] = min(self._can[prop], key=lambda one: abs(one - value))
        return True

    def get(self, prop: int, /) -> float:
        return self.held.get(prop, -1.0)

    def getBackendName(self) -> str:  # noqa: N802 - OpenCV's name
        return self._backend


def webcam() -> Settable:
    return Settable(
        FRAME_WIDTH=[640.0, 1280.0],
        FRAME_HEIGHT=[480.0, 720.0],
        FPS=[30.0, 15.0],
        FOCUS=[0.0, 5.0, 30.0],
        AUTOFOCUS=[1.0, 0.0],
        EXPOSURE=[150.0, 300.0],
        AUTO_EXPOSURE=[3.0, 1.0],
    )


def test_without_wishes_the_largest_usual_size_is_taken_and_nothing_told() -> None:
    camera = webcam()

    assert set_controls(camera, Controls()) == ()
    assert camera.held[cv2.CAP_PROP_FRAME_WIDTH] == 1280
    assert camera.held[cv2.CAP_PROP_AUTOFOCUS] == 1


def test_what_a_camera_does_is_not_told() -> None:
    camera = webcam()
    wanted = Controls(width=1280, height=720, fps=15, focus=30, exposure=300)

    assert set_controls(camera, wanted) == ()
    assert camera.held[cv2.CAP_PROP_FOCUS] == 30
    assert camera.held[cv2.CAP_PROP_AUTOFOCUS] == 0
    assert camera.held[cv2.CAP_PROP_AUTO_EXPOSURE] == 1


def test_automatic_is_given_back() -> None:
    camera = webcam()
    set_controls(camera, Controls(focus=30, exposure=300))

    assert set_controls(camera, Controls(focus="auto", exposure="auto")) == ()
    assert camera.held[cv2.CAP_PROP_AUTOFOCUS] == 1
    assert camera.held[cv2.CAP_PROP_AUTO_EXPOSURE] == 3


def test_what_a_camera_does_not_accept_is_said() -> None:
    assert set_controls(webcam(), Controls(width=3840, height=2160, fps=60, focus=17)) == (
        "3840x2160 pixels, gives 1280x720",
        "60 frames a second, gives 30",
        "focus 17",
    )


def test_a_camera_without_focus_and_exposure_says_so() -> None:
    camera = Settable(FRAME_WIDTH=[1920.0], FRAME_HEIGHT=[1080.0])

    assert set_controls(camera, Controls(focus="auto", exposure=-5)) == ("focus auto", "exposure -5")


def test_other_systems_have_other_numbers_for_automatic_exposure() -> None:
    camera = Settable(
        "DSHOW", FRAME_WIDTH=[1.0], FRAME_HEIGHT=[1.0], AUTO_EXPOSURE=[0.75, 0.25], EXPOSURE=[-5.0]
    )
    set_controls(camera, Controls(exposure=-5))

    assert camera.held[cv2.CAP_PROP_AUTO_EXPOSURE] == 0.25
