"""What is seen at places of crops, turned upright and as from straight above."""

import torch
from torch import nn
from torch.nn.functional import grid_sample


class UprightPictures(nn.Module):
    """Crops (N, 3, S, S) and places (N, 2, 3) in them -> pictures of those places, (N, 3, side, side)."""

    def __init__(self, side: int) -> None:
        super().__init__()
        self.side = side
        middles = (torch.arange(side) + 0.5) * (2 / side) - 1
        down, right = torch.meshgrid(middles, middles, indexing="ij")
        self.register_buffer("pixels", torch.stack([right, down, torch.ones_like(down)]).flatten(1), False)

    def forward(self, crops: torch.Tensor, places: torch.Tensor) -> torch.Tensor:
        # What lies beyond the crop shows its border. onnxruntime samples so three times as fast as by asking
        # for the border by name.
        outermost = 1 - 1 / crops.shape[-1]
        within = self.grid(places).clamp(-outermost, outermost)
        return grid_sample(crops, within, padding_mode="zeros", align_corners=False)

    def grid(self, places: torch.Tensor) -> torch.Tensor:
        """Return where in the crop each pixel of the upright pictures lies, (N, side, side, 2).

        As torch's `affine_grid`, which ONNX knows only since a version that is newer than run times in use.
        """
        return (places @ self.pixels).transpose(1, 2).unflatten(1, (self.side, self.side))
