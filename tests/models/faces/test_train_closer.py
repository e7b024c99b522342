"""What learns to look closer keeps what it knew, and is told where top faces lie in what it is shown."""

import pytest

pytest.importorskip("torch", reason="training's environment alone has torch")

import torch

from models.faces.closer import UPRIGHT_SHARE, CloserFacesNet
from models.faces.net import FACES, INPUT_PX, WIDE, FacesNet
from models.faces.saved import net_of
from models.faces.train_closer import begun, closer_loss, seen_by, wanted
from models.upright.places import flat_of

CROPS = torch.rand(4, 3, INPUT_PX, INPUT_PX, generator=torch.Generator().manual_seed(3))
UNKNOWN = torch.zeros(1, 2, 3)
PLACE = torch.tensor([[[0.2, -0.1, 0.1], [0.1, 0.15, -0.2]]])


def wide() -> FacesNet:
    torch.manual_seed(5)
    net = FacesNet(WIDE)
    torch.nn.init.normal_(net.labels.weight, std=0.2)
    return net


def test_what_begins_reads_as_before_and_learns_to_look_closer_alone() -> None:
    before, net = wide(), begun(wide().state_dict())
    before.eval()
    net.eval()

    with torch.no_grad():
        assert torch.allclose(net.labelled(net.far(net.near(CROPS))), before(CROPS), atol=1e-5)
    learns = {name.split(".")[0] for name, part in net.named_parameters() if part.requires_grad}
    assert learns == {"here", "where", "upright", "nearer", "closer"}
    assert all(part.requires_grad for part in begun(before.state_dict(), whole=True).parameters())


def test_the_closer_look_teaches_the_whole_one_nothing() -> None:
    net = begun(wide().state_dict(), whole=True)
    faces, flat = torch.tensor([0, 3, 5]), flat_of(PLACE).expand(3, -1, -1)
    some = torch.tensor([True, False, True, True])
    random = torch.Generator().manual_seed(7)

    closer_loss(net, seen_by(net, CROPS).of(some), flat, some[some], faces, random).backward()

    assert all(part.grad is None for known in net.known() for part in known.parameters())
    assert all(part.grad is not None for part in net.closer.parameters())


def test_what_has_learned_goes_on() -> None:
    learned = begun(wide().state_dict())
    torch.nn.init.constant_(learned.closer.bias, 2.0)

    again = begun(learned.state_dict())

    assert isinstance(net_of(learned.state_dict()), CloserFacesNet)
    assert (again.closer.bias == 2.0).all()


def test_which_face_it_is_both_looks_say_and_whether_it_is_one_the_whole_crop() -> None:
    net = begun(wide().state_dict()).eval()
    torch.nn.init.zeros_(net.closer.weight)
    net.closer.bias.data = torch.arange(FACES).float()

    with torch.no_grad():
        crop = torch.softmax(net.labelled(net.far(net.near(CROPS))), dim=1)
        told = net(CROPS).exp()

    assert torch.allclose(told[:, FACES:], crop[:, FACES:], atol=1e-5)
    both = (1 - UPRIGHT_SHARE) * crop[:, :FACES].log() + UPRIGHT_SHARE * torch.arange(FACES)
    expected = torch.softmax(both, dim=1)
    assert torch.allclose(told[:, :FACES] / told[:, :FACES].sum(dim=1, keepdim=True), expected, atol=1e-5)


def test_a_top_face_is_wanted_where_a_moved_and_mirrored_crop_shows_it() -> None:
    moves = torch.tensor([[[-0.5, 0.0, 0.1], [0.0, 0.8, 0.0]]])

    flat = wanted(moves, PLACE)

    assert torch.allclose(flat[:, :, 2], torch.tensor([[(0.1 - 0.1) / -0.5, -0.2 / 0.8]]))
    assert torch.allclose(flat, flat_of(flat), atol=1e-6)
    assert torch.isfinite(wanted(moves, UNKNOWN)).all()


def test_places_that_nobody_knows_teach_nothing() -> None:
    net = begun(wide().state_dict()).eval()
    seen = seen_by(net, CROPS)
    faces, flat = torch.tensor([0, 3, 5, 1]), flat_of(PLACE).expand(4, -1, -1)

    def loss(known: bool, at: torch.Tensor) -> float:
        random = torch.Generator().manual_seed(7)
        return float(closer_loss(net, seen, at, torch.full((4,), known), faces, random).detach())

    elsewhere = flat + torch.tensor([0.0, 0.0, 0.4])
    assert loss(False, flat) == loss(False, elsewhere)
    assert loss(True, flat) > loss(False, flat)
    assert loss(True, flat) != loss(True, elsewhere)
