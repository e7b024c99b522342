"""A die counts once, though two boxes of it were found."""

from dataclasses import replace

from vision.finding.seen_twice import without_twice_seen, without_unsure_twice_seen
from vision.reading import DieReading, Problem


def test_a_face_in_two_boxes_of_one_die_counts_once_and_two_faces_twice() -> None:
    one = DieReading("d6", 4, 0.9, (100.0, 194.0, 140.0, 234.0), "red", "white")
    surer = replace(one, box=(102.0, 200.0, 142.0, 240.0), confidence=0.99)
    other = replace(surer, face=2)
    beside = replace(surer, box=(130.0, 200.0, 170.0, 240.0))

    assert without_twice_seen([one, surer]) == [surer]
    assert len(without_twice_seen([one, other])) == 2
    assert len(without_twice_seen([one, beside])) == 2


def test_a_face_that_is_not_sure_is_refused_where_another_box_shows_much_of_the_same() -> None:
    sure = DieReading("d6", 4, 0.99, (339.0, 116.0, 385.0, 172.0), "blue", "white")
    side = replace(sure, face=5, confidence=0.9, box=(337.0, 140.0, 380.0, 184.0))
    sure_side = replace(side, confidence=0.97)
    beside = replace(side, box=(337.0, 160.0, 380.0, 204.0))
    number = replace(side, numerals=True)

    refused = replace(side, face=None, problem=Problem.UNSURE)
    assert without_unsure_twice_seen([sure, side]) == [sure, refused]
    assert without_unsure_twice_seen([replace(sure, face=None), side])[1] == refused
    for other in (sure_side, beside, number):
        assert without_unsure_twice_seen([sure, other]) == [sure, other]
