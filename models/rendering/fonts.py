"""The fonts that numerals are drawn with: none lies in the repository, Debian's packages bring them."""

from functools import cache
from pathlib import Path

FOLDERS = (Path("/usr/share/fonts"), Path("/usr/share/texmf/fonts"), Path.home() / ".local/share/fonts")

TRAINING: dict[str, str] = {
    "AveriaSansGWF-Bold.ttf": "fonts-averia-sans-gwf",
    "BebasNeue-Bold.otf": "fonts-bebas-neue",
    "BebasNeue-Book.otf": "fonts-bebas-neue",
    "Blankenburg_UNZ1A.ttf": "fonts-blankenburg",
    "C059-Bold.otf": "fonts-urw-base35",
    "Cabin-Bold.otf": "fonts-cabin",
    "Cabin-Regular.otf": "fonts-cabin",
    "Comfortaa-Bold.ttf": "fonts-comfortaa",
    "ComicNeue-Bold.otf": "fonts-comic-neue",
    "DSEG7Classic-Bold.ttf": "fonts-dseg",
    "DSEG14Modern-Regular.ttf": "fonts-dseg",
    "DejaVuSans-Bold.ttf": "fonts-dejavu-core",
    "DejaVuSans.ttf": "fonts-dejavu-core",
    "DejaVuSansCondensed-Bold.ttf": "fonts-dejavu-extra",
    "DejaVuSerif-Bold.ttf": "fonts-dejavu-core",
    "Dosis-ExtraBold.otf": "fonts-dosis",
    "Dosis-Medium.otf": "fonts-dosis",
    "Dustismo_Roman_Bold.ttf": "fonts-dustin",
    "Essays1743-Bold.ttf": "fonts-essays1743",
    "Fantasma-Bold.otf": "fonts-fantasma",
    "Gamaliel.ttf": "fonts-gamaliel",
    "GoudyBookletter1911.otf": "fonts-goudybookletter",
    "Humor-Sans.ttf": "fonts-humor-sans",
    "Isabella.ttf": "fonts-isabella",
    "KaushanScript-Regular.otf": "fonts-kaushanscript",
    "Klaudia-Bold.ttf": "fonts-klaudia-berenika",
    "Lato-Black.ttf": "fonts-lato",
    "Lato-Regular.ttf": "fonts-lato",
    "LeagueSpartan-Bold.otf": "fonts-league-spartan",
    "LiberationSans-Bold.ttf": "fonts-liberation",
    "LiberationSansNarrow-Bold.ttf": "fonts-liberation",
    "LobsterTwo-Bold.otf": "fonts-lobstertwo",
    "MekanusADFStd-Bold.otf": "fonts-adf-mekanus",
    "NimbusRoman-Bold.otf": "fonts-urw-base35",
    "NimbusSans-Regular.otf": "fonts-urw-base35",
    "OSP-DIN.ttf": "fonts-opendin",
    "OldStandard-Bold.ttf": "fonts-oldstandard",
    "OldaniaADFStd-Bold.otf": "fonts-adf-oldania",
    "Play-Bold.otf": "fonts-play",
    "Quicksand-Bold.ttf": "fonts-quicksand",
    "RG2014E.ttf": "fonts-roadgeek",
    "RobotoSlab-Bold.otf": "fonts-roboto-slab",
    "RobotoSlab-Regular.otf": "fonts-roboto-slab",
    "Rufscript010.ttf": "fonts-rufscript",
    "StayPuft.ttf": "fonts-staypuft",
    "Stick-Regular.ttf": "fonts-stick",
    "TomsonTalks.ttf": "fonts-tomsontalks",
    "URWBookman-Demi.otf": "fonts-urw-base35",
    "URWGothic-Demi.otf": "fonts-urw-base35",
    "YanoneKaffeesatz-Bold.otf": "fonts-yanone-kaffeesatz",
    "routed-gothic.ttf": "fonts-routed-gothic",
    "summersby.ttf": "fonts-summersby",
}
"""Font files by name, with the package that brings each."""

HELD_OUT: dict[str, str] = {
    "CherryBomb-Regular.otf": "fonts-cherrybomb",
    "Courier Prime Bold.otf": "fonts-courier-prime",
    "Engadget.ttf": "fonts-engadget",
    "NationalPark-Heavy.otf": "fonts-national-park",
    "TriodPostnaja.ttf": "fonts-triod-postnaja",
    "Ubuntu-Title.ttf": "fonts-ubuntu-title",
    "VeranaSansDemi-Regular.otf": "fonts-adf-verana",
    "YuseiMagic-Regular.ttf": "fonts-yusei-magic",
    "eurof75.ttf": "fonts-eurofurence",
    "texgyreschola-bold.otf": "fonts-texgyre",
    "texgyreheroscn-bold.otf": "fonts-texgyre",
    "texgyrepagella-regular.otf": "fonts-texgyre",
}
"""Fonts of test scenes alone: nothing is trained on them."""


def font_path(file: str) -> Path:
    """Return where a font of `TRAINING` or `HELD_OUT` lies; FileNotFoundError names its package."""
    path = _installed().get(file)
    if path is None:
        package = {**TRAINING, **HELD_OUT}[file]
        raise FileNotFoundError(f"no font {file}: install the Debian package {package}")
    return path


@cache
def _installed() -> dict[str, Path]:
    return {path.name: path for folder in FOLDERS for path in sorted(folder.rglob("*.[to]tf"))}
