"""A die counts once, though two boxes of it were found."""

from dataclasses import replace

from vision.finding.seen_twice import without_twice_seen
from vision.reading import DieReading


def test_a_face_in_two_boxes_of_one_die_counts_once_and_two_faces_twice() -> None:
    one = DieReading("d6", 4, 0.9, (100.0, 194.0, 140.0, 234.0), "red", "white")
    surer = replace(one, box=(102.0, 200.0, 142.0, 240.0), confidence=0.99)
    other = replace(surer, face=2)
    beside = replace(surer, box=(130.0, 200.0, 170.0, 240.0))

    assert without_twice_seen([one, surer]) == [surer]
    assert len(without_twice_seen([one, other])) == 2
    assert len(without_twice_seen([one, beside])) == 2
