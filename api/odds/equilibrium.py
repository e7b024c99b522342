"""Two-player zero-sum games by their matrix: how both should mix their options, and what it is worth."""

from collections.abc import Sequence
from dataclasses import dataclass

MOST_GAIN = 1e-7
"""What a player may gain at most by leaving a mix that is called an equilibrium, in parts of the payoffs."""


@dataclass(frozen=True, slots=True)
class Equilibrium:
    """Shares of the row player's options, of the column player's, and the value for the row player.

    `gain` is the most that either gains by any other option against the mix of the other: 0 but for
    rounding.
    """

    rows: tuple[float, ...]
    columns: tuple[float, ...]
    value: float
    gain: float


def equilibrium(payoffs: Sequence[Sequence[float]]) -> Equilibrium:
    """Return an equilibrium of the game whose row player receives `payoffs[row][column]`.

    Raises ValueError for no options or rows of unlike length, ArithmeticError where none was found.
    """
    widths = {len(row) for row in payoffs}
    if len(widths) != 1 or widths == {0}:
        raise ValueError(f"expected rows of one length above 0, found lengths {sorted(widths)}")
    # Within -1 to 1 the solver's tolerances mean the same whatever is counted.
    scale = max(abs(payoff) for row in payoffs for payoff in row) or 1.0
    scaled = [[payoff / scale for payoff in row] for row in payoffs]
    rows, columns = _solve(scaled)
    by_row = [sum(share * payoff for share, payoff in zip(columns, row, strict=True)) for row in scaled]
    by_column = [
        sum(share * payoff for share, payoff in zip(rows, column, strict=True))
        for column in zip(*scaled, strict=True)
    ]
    value = sum(share * payoff for share, payoff in zip(rows, by_row, strict=True))
    gain = max(max(by_row) - value, value - min(by_column))
    if gain > MOST_GAIN:
        raise ArithmeticError(
            f"expected a mix that no one gains by leaving, found a gain of {gain * scale:g}"
        )
    return Equilibrium(rows, columns, value * scale, max(0.0, gain * scale))


def _solve(payoffs: list[list[float]]) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Maximise the row player's sure payoff; the prices of its limits are the column player's mix."""
    # Half a second to load, which only those who ask for a mix shall wait for.
    import highspy

    solver = highspy.Highs()  # type: ignore[no-untyped-call]  # its constructor alone has no types
    solver.silent()
    solver.setOptionValue("threads", 1)
    shares = [solver.addVariable(lb=0, ub=1) for _ in payoffs]
    value = solver.addVariable(lb=-highspy.kHighsInf)
    for column in zip(*payoffs, strict=True):
        terms = [payoff * share for payoff, share in zip(column, shares, strict=True)]
        solver.addConstr(solver.qsum(terms) - value >= 0)
    solver.addConstr(solver.qsum(shares) == 1)
    solver.maximize(value)
    status = solver.getModelStatus()
    if status != highspy.HighsModelStatus.kOptimal:
        raise ArithmeticError(f"expected a solved game, found {solver.modelStatusToString(status)}")
    prices = solver.getSolution().row_dual[: len(payoffs[0])]
    return _mix([solver.val(share) for share in shares]), _mix([-price for price in prices])


def _mix(shares: Sequence[float]) -> tuple[float, ...]:
    """Return shares without what rounding leaves below 0 or next to it, adding up to 1."""
    kept = [share if share > MOST_GAIN else 0.0 for share in shares]
    whole = sum(kept)
    return tuple(share / whole for share in kept)
