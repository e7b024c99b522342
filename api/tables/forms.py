"""The one list of table files: the form of each system, by the ids that may stand in the file."""

from collections.abc import Mapping

from api.tables.art_of_tactic import ArtOfTacticForm
from api.tables.blightmeer import BlightmeerForm
from api.tables.bushido import BushidoForm
from api.tables.form import Form
from api.tables.mordheim import MordheimForm

# A further system is a module with its form and a line here.
ALL: tuple[type[Form], ...] = (BushidoForm, BlightmeerForm, MordheimForm, ArtOfTacticForm)

FORMS: Mapping[str, type[Form]] = {system: form for form in ALL for system in form.editions}
