"""The one list of table files: the form of each system, by the id that stands in the file."""

from collections.abc import Mapping

from api.tables.bushido import BushidoForm
from api.tables.form import Form
from resolver.bushido.editions import EDITIONS

FORMS: Mapping[str, type[Form]] = {
    **dict.fromkeys(EDITIONS, BushidoForm),
}
