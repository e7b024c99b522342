"""What a confidence is worth."""

import numpy as np
import pytest

from models.calibration import (
    NEVER,
    calibration_error,
    face_confidence,
    least_confidence,
    scaling_of,
    softmax,
    weights_of,
)


def test_the_least_confidence_lets_in_as_many_false_as_allowed() -> None:
    confidence = np.array([0.9, 0.8, 0.7, 0.6, 0.5])
    right = np.array([True, True, False, True, False])

    assert least_confidence(confidence, right, 0.25) == 0.6
    assert least_confidence(confidence, right, 0.5) == 0.5


def test_a_false_one_is_not_let_in_by_the_digits_that_a_card_holds() -> None:
    confidence = np.array([0.95, 0.93, 0.91, 0.85854, 0.85852])
    right = np.array([False, True, True, True, False])

    assert least_confidence(confidence, right, 0.25) == 0.8586


def test_nothing_is_accepted_where_the_surest_is_false() -> None:
    assert least_confidence(np.array([0.9, 0.8]), np.array([False, False]), 0.1) == NEVER


def test_too_few_crops_promise_nothing_however_right_they_are() -> None:
    few, enough = np.full(499, 0.9), np.full(500, 0.9)

    assert least_confidence(few, few > 0, 0.002) == NEVER
    assert least_confidence(enough, enough > 0, 0.002) == 0.9


def test_a_calibrated_confidence_has_no_error() -> None:
    confidence = np.full(1000, 0.75)
    right = np.arange(1000) % 4 != 0

    assert calibration_error(confidence, right) == pytest.approx(0.0)
    assert calibration_error(np.full(1000, 0.95), right) == pytest.approx(0.2)


def test_a_network_that_is_too_sure_is_cooled_to_its_share_of_right_answers() -> None:
    # Three of four are right, but every logit claims 88 %, whichever of two labels it is.
    labels = np.arange(400) % 2
    claimed = np.where(np.arange(400) % 8 < 2, 1 - labels, labels)
    logits = np.where(np.arange(2)[None, :] == claimed[:, None], 2.0, 0.0)

    scaling = scaling_of(logits, labels)

    assert softmax(logits / scaling.temperature + scaling.biases).max(axis=1).mean() == pytest.approx(
        0.75, abs=0.01
    )
    assert scaling.biases == pytest.approx([0.0, 0.0], abs=0.05)


def test_a_label_claimed_too_often_is_made_rarer() -> None:
    # Label 1 is claimed with 73 %, but is right for one crop in four.
    logits = np.tile([0.0, 1.0], (400, 1))
    labels = (np.arange(400) % 4 == 0).astype(np.int64)

    scaling = scaling_of(logits, labels)

    assert scaling.biases[1] < scaling.biases[0]
    assert softmax(logits / scaling.temperature + scaling.biases)[0, 1] == pytest.approx(0.25, abs=0.01)


def test_biases_that_are_given_stay_and_certainty_is_calibrated_beside_them() -> None:
    labels = np.arange(400) % 2
    claimed = np.where(np.arange(400) % 8 < 2, 1 - labels, labels)
    logits = np.where(np.arange(2)[None, :] == claimed[:, None], 2.0, 0.0)
    given = np.array([0.3, -0.3])

    scaling = scaling_of(logits, labels, given)

    assert scaling.biases is given
    assert scaling.temperature > 1


def test_a_face_is_right_when_it_is_the_dies_value_and_never_where_there_is_none() -> None:
    probabilities = np.array([[0.1, 0.7, 0.2], [0.6, 0.3, 0.1], [0.5, 0.4, 0.1]])

    confidence, right = face_confidence(probabilities, np.array([2, 2, 0]), faces=2)

    assert confidence.tolist() == [0.7, 0.6, 0.5]
    assert right.tolist() == [True, False, False]


def test_what_is_told_loudly_of_a_few_gets_a_weight_that_fits() -> None:
    odds = np.array([6.0] * 400 + [3.0] * 20)
    told = np.array([0.0] * 395 + [-25.0] * 5 + [-12.0] * 20)
    right = np.array([True] * 400 + [False] * 20)

    (weight,) = weights_of(odds, told[:, None], right)

    assert 0.1 < weight < 0.6
