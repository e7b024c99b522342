"""Write a checkpoint as NAME.onnx with its machine-readable card NAME.json.

    python -m models.export finder work/finder.pt --set work/held_out_dice
    python -m models.export box work/box.pt
    python -m models.export colours work/colours.pt --crops work/colours.npz
    python -m models.export matching work/matching.pt --crops work/sessions.npz
    python -m models.export d6 work/faces.pt --crops work/held_out.npz
    python -m models.export d6-doubtful work/doubtful.pt --crops work/together.npz
    python -m models.export d6-beside work/beside.pt --crops work/together.npz
    python -m models.export d6-stance work/stance.pt --crops work/together.npz
    python -m models.export d6-together --crops work/together.npz
    python -m models.export surroundings work/surroundings.pt --crops work/surroundings_found.npz
    python -m models.export numerals work/numerals.pt --crops work/numerals_held_out.npz

The exported graph is compared with the network it came from; a difference above 0.001 stops the export.
Then all but box and matching are let multiply in eight bits, `eight_bits.py`, and the weights that are left
are stored in half precision, `half_precision.py`.
Metrics on whole pictures are added to the cards by models.measure.cards.
"""

import typer

from models.exporting.box import box
from models.exporting.colours import colours
from models.exporting.faces import d6, d6_beside, d6_doubtful, d6_stance, d6_together
from models.exporting.finder import finder
from models.exporting.matching import matching
from models.exporting.numerals import numerals
from models.exporting.surroundings import surroundings

app = typer.Typer(add_completion=False)
for command in (
    finder,
    box,
    colours,
    matching,
    d6,
    d6_beside,
    d6_stance,
    d6_together,
    d6_doubtful,
    surroundings,
    numerals,
):
    app.command()(command)

if __name__ == "__main__":
    app()
