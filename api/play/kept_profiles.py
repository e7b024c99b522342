"""The profiles that a table's page has learnt, kept beside the tables that were set up on it."""

from pathlib import Path

from api.play.grouping import colours_by_profile
from api.tables import TableFileError, load_table
from vision.colours.profiles import load_profiles


def profiles_file(folder: Path, table: Path) -> Path:
    """Return where the profiles of a table file are kept in a folder, whether there are any or not."""
    return folder / f"{table.stem}.profiles"


def kept_profiles(folder: Path, table: Path) -> Path | None:
    """Return the file of the profiles kept for a table file, None where there are none.

    Raises ProfilesError where they cannot be used, as when the table has got other dice since.
    """
    file = profiles_file(folder, table)
    if not file.exists():
        return None
    try:
        groups = load_table(table).groups
    except TableFileError:
        return None  # whoever opens the table says what is wrong with it
    colours_by_profile(groups, load_profiles(file))
    return file
