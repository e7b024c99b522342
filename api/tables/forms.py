"""The one list of table files: the form of each system, by the ids that may stand in the file."""

from collections.abc import Mapping

from api.tables.bushido import BushidoForm
from api.tables.form import Form

# A further system is a module with its form and a line here.
ALL: tuple[type[Form], ...] = (BushidoForm,)

FORMS: Mapping[str, type[Form]] = {system: form for form in ALL for system in form.editions}
