"""Four groups of dice as seen under one lamp: body and marks of each in CIE L*a*b*, and the felt below."""

from vision.reading import Lab

FELT: Lab = (30.0, -8.0, 10.0)
COLOURS: dict[str, tuple[Lab, Lab]] = {
    "red/white": ((45.0, 60.0, 40.0), (92.0, 0.0, 2.0)),
    "black/red": ((12.0, 1.0, 1.0), (48.0, 62.0, 42.0)),
    "green/white": ((50.0, -50.0, 32.0), (93.0, 0.0, 1.0)),
    "black/green": ((12.5, 0.0, 1.0), (52.0, -52.0, 34.0)),
}
