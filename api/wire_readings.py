"""How readings are sent to programs; apart from the rest, so that a photograph is read without the rules."""

from pydantic import JsonValue

from vision.reading import DieReading, TableReading


def reading_out(reading: TableReading) -> dict[str, JsonValue]:
    """Return what was seen in a frame, boxes in its pixels."""
    return {
        "width": reading.width,
        "height": reading.height,
        "ms": round(reading.ms, 2),
        "dice": [die_out(die) for die in reading.dice],
        "problems": list(reading.problems),
    }


def live_reading_out(reading: TableReading) -> dict[str, JsonValue]:
    """Return what was seen of a watched table: as `reading_out` does, each die with its `id` besides."""
    return {**reading_out(reading), "dice": [live_die_out(die) for die in reading.dice]}


def picture_out(path: str, reading: TableReading) -> dict[str, JsonValue]:
    """Return what was seen in a picture of this name."""
    return {"path": path, **reading_out(reading)}


def die_out(die: DieReading) -> dict[str, JsonValue]:
    """Return a die of a photograph."""
    return {
        "kind": die.kind,
        "face": die.face,
        "confidence": round(die.confidence, 4),
        "box": [round(edge, 1) for edge in die.box],
        "body": die.body,
        "marks": die.marks,
        "group": die.group,
        "problem": die.problem,
    }


def live_die_out(die: DieReading) -> dict[str, JsonValue]:
    """Return a die of a watched table, with its `id`."""
    return {**die_out(die), "id": die.id}
