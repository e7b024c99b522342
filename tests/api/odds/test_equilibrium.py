"""Games whose value is known, and what every equilibrium must hold."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from api.odds.equilibrium import equilibrium

payoff = st.floats(-20, 20, allow_nan=False).map(lambda number: round(number, 6))
matrices = st.tuples(st.integers(1, 7), st.integers(1, 7)).flatmap(
    lambda size: st.lists(
        st.lists(payoff, min_size=size[1], max_size=size[1]), min_size=size[0], max_size=size[0]
    )
)


def test_rock_paper_scissors_is_a_third_each() -> None:
    found = equilibrium([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])

    assert found.rows == pytest.approx([1 / 3] * 3)
    assert found.columns == pytest.approx([1 / 3] * 3)
    assert found.value == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize(
    ("payoffs", "rows", "columns", "value"),
    [
        ([[3, -1], [-2, 4]], [0.6, 0.4], [0.5, 0.5], 1.0),  # (3 * 4 - 2) / (3 + 4 + 1 + 2)
        ([[1, -1], [-1, 1]], [0.5, 0.5], [0.5, 0.5], 0.0),  # matching pennies
        ([[4, 2, 5], [1, 0, 3]], [1, 0], [0, 1, 0], 2.0),  # a saddle point
        ([[-5]], [1], [1], -5.0),
        ([[0, 0], [0, 0]], None, None, 0.0),
    ],
)
def test_games_known_by_hand(
    payoffs: list[list[float]], rows: list[float] | None, columns: list[float] | None, value: float
) -> None:
    found = equilibrium(payoffs)

    assert found.value == pytest.approx(value)
    if rows is not None and columns is not None:
        assert found.rows == pytest.approx(rows, abs=1e-9)
        assert found.columns == pytest.approx(columns, abs=1e-9)


@settings(deadline=None, max_examples=100)
@given(payoffs=matrices)
def test_nobody_gains_by_leaving_the_mix(payoffs: list[list[float]]) -> None:
    found = equilibrium(payoffs)

    assert sum(found.rows) == pytest.approx(1)
    assert sum(found.columns) == pytest.approx(1)
    assert min(*found.rows, *found.columns, 0) == 0
    for row in payoffs:
        assert sum(map(float.__mul__, found.columns, map(float, row))) <= found.value + 1e-5
    for column in zip(*payoffs, strict=True):
        assert sum(map(float.__mul__, found.rows, map(float, column))) >= found.value - 1e-5


@settings(deadline=None, max_examples=60)
@given(payoffs=matrices)
def test_a_symmetric_game_is_worth_nothing(payoffs: list[list[float]]) -> None:
    size = min(len(payoffs), len(payoffs[0]))
    symmetric = [[payoffs[i][j] - payoffs[j][i] for j in range(size)] for i in range(size)]

    assert equilibrium(symmetric).value == pytest.approx(0, abs=1e-5)


@settings(deadline=None, max_examples=60)
@given(payoffs=matrices)
def test_the_other_player_s_view_is_the_negative(payoffs: list[list[float]]) -> None:
    turned = [[-number for number in column] for column in zip(*payoffs, strict=True)]

    assert equilibrium(turned).value == pytest.approx(-equilibrium(payoffs).value, abs=1e-5)


def test_payoffs_of_any_size_are_solved() -> None:
    tiny, large = (
        equilibrium([[3 * unit, -unit], [-2 * unit, 4 * unit]]).value / unit for unit in (1e-9, 1e9)
    )

    assert (tiny, large) == pytest.approx((1, 1))


def test_a_ragged_or_empty_matrix_is_refused() -> None:
    ragged: list[list[list[float]]] = [[], [[]], [[1.0], [1.0, 2.0]]]
    for wrong in ragged:
        with pytest.raises(ValueError, match="rows of one length above 0"):
            equilibrium(wrong)
