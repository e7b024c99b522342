"""Layers that learn in half the bits, where the processor is faster so."""

import torch
from torch import nn

FASTER = bool(torch.cpu.get_capabilities().get("avx512_bf16"))
"""Where a processor multiplies bfloat16 itself a step takes a sixth to two fifths less; where not, more.
GPUs that are used to learn do."""


class LearnsInBfloat16(nn.Sequential):
    """Layers one after the other, in full precision but for what they learn from."""

    def forward(self, shown: torch.Tensor) -> torch.Tensor:
        device = shown.device.type
        if not (self.training and (FASTER or device == "cuda")):
            return super().forward(shown)
        with torch.autocast(device, torch.bfloat16):
            return super().forward(shown).float()
