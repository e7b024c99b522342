"""Names of cameras that survive replugging, on a tree of devices made here."""

from pathlib import Path

import pytest

from vision.sources.identity import Remembered, lasting, node_of, plugged_in


class Devices:
    """What Linux shows of its cameras: nodes, their models, and the links made for each."""

    def __init__(self, root: Path) -> None:
        self.dev, self.kernel = root / "dev", root / "sys"
        self.kernel.mkdir()
        for name in ("by-id", "by-path"):
            (self.dev / "v4l" / name).mkdir(parents=True)

    def plug_in(self, number: int, model: str, by_id: str | None, by_path: str) -> Path:
        """Plug a camera into a socket; it gets two nodes, of which the first gives pictures."""
        for index in (0, 1):
            node = self.dev / f"video{number + index}"
            node.touch()
            (self.kernel / node.name).mkdir(exist_ok=True)
            (self.kernel / node.name / "name").write_text(model + "\n")
            for folder, name in (("by-id", by_id), ("by-path", by_path)):
                if name is not None:
                    link = self.dev / "v4l" / folder / f"{name}-video-index{index}"
                    link.unlink(missing_ok=True)
                    link.symlink_to(node)
        return self.dev / f"video{number}"

    def unplug(self, number: int) -> None:
        for index in (0, 1):
            node = self.dev / f"video{number + index}"
            for link in self.dev.glob("v4l/*/*"):
                if link.resolve() == node:
                    link.unlink()
            node.unlink()
            (self.kernel / node.name / "name").unlink()

    def lasting(self, node: Path) -> Path:
        return lasting(node, self.dev, self.kernel)

    def remembered(self, number: int) -> Remembered:
        return Remembered(self.dev / f"video{number}", self.dev, self.kernel)


@pytest.fixture
def devices(tmp_path: Path) -> Devices:
    return Devices(tmp_path.resolve())


def test_a_camera_is_found_again_in_another_socket_under_another_number(devices: Devices) -> None:
    devices.plug_in(0, "Laptop", "usb-Laptop_1", "pci-usb-1")
    node = devices.plug_in(2, "Arm", "usb-Arm_SN7", "pci-usb-2")
    name = devices.lasting(node)

    devices.unplug(2)
    assert not name.exists()
    back = devices.plug_in(4, "Arm", "usb-Arm_SN7", "pci-usb-3")

    assert name.resolve() == back


def test_two_of_a_model_without_serial_numbers_are_told_apart_by_their_sockets(devices: Devices) -> None:
    left = devices.plug_in(0, "Arm", "usb-Arm", "pci-usb-1")
    right = devices.plug_in(2, "Arm", "usb-Arm", "pci-usb-2")  # the links by-id are this one's now

    assert devices.lasting(left) == devices.dev / "v4l/by-path/pci-usb-1-video-index0"
    assert devices.lasting(right) == devices.dev / "v4l/by-path/pci-usb-2-video-index0"


def test_two_of_a_model_with_serial_numbers_may_change_sockets(devices: Devices) -> None:
    left = devices.plug_in(0, "Arm", "usb-Arm_SN1", "pci-usb-1")
    devices.plug_in(2, "Arm", "usb-Arm_SN2", "pci-usb-2")

    assert devices.lasting(left) == devices.dev / "v4l/by-id/usb-Arm_SN1-video-index0"


def test_a_camera_without_names_keeps_its_node(tmp_path: Path) -> None:
    node = tmp_path / "video0"
    node.touch()

    assert lasting(node, tmp_path, tmp_path / "sys") == node
    assert lasting(tmp_path / "video9", tmp_path, tmp_path / "sys") == tmp_path / "video9"


def test_a_name_that_lasts_is_kept(devices: Devices) -> None:
    devices.plug_in(0, "Arm", "usb-Arm_SN1", "pci-usb-1")
    by_path = devices.dev / "v4l/by-path/pci-usb-1-video-index0"

    assert devices.lasting(by_path) == by_path


def test_cameras_are_named_by_number_path_and_name(devices: Devices) -> None:
    devices.plug_in(0, "Arm", "usb-Arm_SN1", "pci-usb-1")

    assert node_of("0", devices.dev) == devices.dev / "video0"
    assert node_of("/dev/video3", devices.dev) == Path("/dev/video3")
    for folder, name in (("by-id", "usb-Arm_SN1"), ("by-path", "pci-usb-1")):
        link = f"{name}-video-index0"
        assert node_of(link, devices.dev) == devices.dev / "v4l" / folder / link


def test_a_name_means_a_camera_that_is_not_plugged_in_yet(devices: Devices) -> None:
    for folder, name in (("by-id", "usb-Arm_SN1"), ("by-path", "pci-0000:00:14.0-usb-0:1:1.0")):
        link = f"{name}-video-index0"
        assert node_of(link, devices.dev) == devices.dev / "v4l" / folder / link


def test_a_camera_that_was_plugged_in_late_is_found_again_as_one_that_was_there(devices: Devices) -> None:
    camera = devices.remembered(2)
    assert camera.path() == devices.dev / "video2"

    devices.plug_in(2, "Arm", "usb-Arm_SN7", "pci-usb-2")
    assert camera.path().resolve() == devices.dev / "video2"
    devices.unplug(2)
    devices.plug_in(2, "Laptop", "usb-Laptop_1", "pci-usb-1")
    assert not camera.path().exists()
    back = devices.plug_in(4, "Arm", "usb-Arm_SN7", "pci-usb-3")
    assert camera.path().resolve() == back


def test_each_camera_is_listed_once_by_its_best_name(devices: Devices, tmp_path: Path) -> None:
    devices.plug_in(0, "Arm", "usb-Arm_SN1", "pci-usb-1")
    devices.plug_in(2, "Old", None, "pci-usb-2")

    assert plugged_in(devices.dev) == ("usb-Arm_SN1-video-index0", "pci-usb-2-video-index0")
    assert plugged_in(tmp_path / "nowhere") == ()
