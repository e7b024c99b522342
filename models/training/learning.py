"""How a network learns until its time is up: its rate, its steps, and the average of weights that is kept."""

import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import torch

HIGHEST_RATE = 3e-3
"""Of AdamW, for a network that begins with nothing; a half of it to go on."""

KEPT = 0.998
"""Share of the average that stays at each step."""


class Learning:
    """AdamW, whose rate rises over the first `rise` steps and then falls to its share `last`; mutable."""

    def __init__(
        self,
        net: torch.nn.Module,
        minutes: float,
        rate: float,
        seed: int,
        *,
        rise: int = 200,
        last: float = 0.01,
        decay: float = 0.02,
        most_gradient: float = 2.0,
    ) -> None:
        """Teach a network for a time; gradients longer than `most_gradient` are shortened to it.

        The seed that `seeded` was given is kept with what was learned.
        """
        self.step = 0
        self.spent = 0.0
        self._net = net
        self._seed = seed
        self._seconds = minutes * 60
        self._rate, self._rise, self._last = rate, rise, last
        self._most_gradient = most_gradient
        self._average = torch.optim.swa_utils.AveragedModel(net, multi_avg_fn=move_averages, use_buffers=True)
        self._optimiser = torch.optim.AdamW(net.parameters(), rate, weight_decay=decay)
        self._checked = 0.0

    @property
    def average(self) -> torch.nn.Module:
        """The network with its weights averaged over the last steps."""
        averaged: torch.nn.Module = self._average.module
        return averaged

    def steps(self) -> Iterator[None]:
        """Yield once a step until the time is up; each wants one call of `learn`."""
        began = time.monotonic()
        while (spent := (time.monotonic() - began) / self._seconds) < 1:
            self.spent = spent
            rate = self._rate * min(1.0, (self.step + 1) / self._rise)
            for group in self._optimiser.param_groups:
                group["lr"] = rate * (self._last + (1 - self._last) * (1 - spent))
            self._net.train()
            yield

    def learn(self, loss: torch.Tensor) -> None:
        """Take one step against a loss."""
        self._optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self._net.parameters(), self._most_gradient)
        self._optimiser.step()
        self._average.update_parameters(self._net)
        self.step += 1

    def is_time_to_check(self, times: int, first: int) -> bool:
        """Say whether it is one of so many times to look at what was learned; the first is at a step."""
        due = self.step == first or self.spent - self._checked > 1 / times
        if due:
            self._checked = self.spent
        return due

    def tell(self, report: str) -> None:
        """Print how far the time and the steps are, and what is to be said of them."""
        print(f"{self.spent:5.1%} step {self.step} {report}", flush=True)

    def save(self, out: Path, **more: object) -> None:
        """Write the average with the number of steps and the seed, and what else is to be known of it."""
        saved = {"net": on_processor(self.average.state_dict()), "step": self.step, "seed": self._seed}
        torch.save({**saved, **more}, out)


def seeded(seed: int, threads: int) -> torch.Generator:
    """Let a training begin as it did before, on so many threads; return what draws in it.

    Where there is a GPU all tensors are on it from now on, and other numbers are drawn.
    """
    torch.set_default_device("cuda" if torch.cuda.is_available() else "cpu")
    torch.manual_seed(seed)
    torch.set_num_threads(threads)
    return draws(seed)


def draws(seed: int) -> torch.Generator:
    """Return what draws the same each time, where the tensors are."""
    return torch.Generator(torch.get_default_device()).manual_seed(seed)


def on_processor(weights: Mapping[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    """Return weights as a machine without a GPU can load them."""
    return {name: tensor.cpu() for name, tensor in weights.items()}


def move_averages(
    kept: Sequence[torch.Tensor], new: Sequence[torch.Tensor], steps: torch.Tensor | int
) -> None:
    """Move averages towards what is new; short ones at first, so that early checks show the network and not
    its start.
    """
    share = min(KEPT, (1 + int(steps)) / (10 + int(steps)))
    with torch.no_grad():
        for average, tensor in zip(kept, new, strict=True):
            if average.is_floating_point():
                average.lerp_(tensor, 1 - share)
            else:
                average.copy_(tensor)
