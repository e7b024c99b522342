"""Clouds of points with heavy tails, and the unknown between: whose is a point, and what is it drawn to."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
"""(m, d): one point a row."""


@dataclass(frozen=True, slots=True, eq=False)
class Mixture:
    """Student's t around each of k means; constant factors common to all are left out."""

    means: NDArray[np.float64]
    """(k, d)"""
    whitening: NDArray[np.float64]
    """(k, d, d): C with C C' the inverse of a cloud's covariance."""
    log_height: NDArray[np.float64]
    """(k,): logarithm of each cloud's density at its middle."""
    freedom: float
    """Degrees of freedom: small where points far out are no surprise."""
    unknown: float
    """Logarithm of the density, everywhere the same, of what belongs to no cloud."""

    def shares(self, points: Points) -> NDArray[np.float64]:
        """Return each cloud's chance at every point, and the unknown's last: (k + 1, m), summing to 1."""
        logs = self._logs(self._squares(self._white(points)))
        return np.asarray(np.exp(logs - _log_sum(logs)))

    def log_density(self, points: Points) -> NDArray[np.float64]:
        """Return the logarithm of the density at each point, (m,), the unknown's included."""
        return _log_sum(self._logs(self._squares(self._white(points))))

    def weights(self, points: Points) -> NDArray[np.float64]:
        """Return how much each point counts for each cloud's middle, (k, m): less the farther out it is."""
        return self._weighed(self._squares(self._white(points)))

    def pulls(self, points: Points) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the force on each point towards the clouds, (m, d), and how stiff it is, (m, d, d)."""
        white = self._white(points)
        weight = self._weighed(self._squares(white))
        back = self.whitening.transpose(0, 2, 1)
        inverse = (self.whitening @ back).reshape(len(back), -1)
        force = -np.einsum("km,kmi->mi", weight, white @ back)
        size = points.shape[1]
        return force, (weight.T @ inverse).reshape(-1, size, size)

    def _weighed(self, squares: NDArray[np.float64]) -> NDArray[np.float64]:
        logs = self._logs(squares)
        size = self.means.shape[1]
        shares = np.exp(logs[:-1] - _log_sum(logs))
        return np.asarray(shares * (self.freedom + size) / (self.freedom + squares))

    def _white(self, points: Points) -> NDArray[np.float64]:
        return np.asarray((points - self.means[:, None]) @ self.whitening)

    def _squares(self, white: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.asarray(np.einsum("kmi,kmi->km", white, white))

    def _logs(self, squares: NDArray[np.float64]) -> NDArray[np.float64]:
        size = self.means.shape[1]
        known = self.log_height[:, None] - (self.freedom + size) / 2 * np.log1p(squares / self.freedom)
        unknown = np.full((1, squares.shape[1]), self.unknown)
        return np.concatenate([known, unknown])


def mixture(
    means: NDArray[np.float64],
    covariances: NDArray[np.float64],
    freedom: float,
    unknown: float,
    yardstick: NDArray[np.float64] | None = None,
) -> Mixture:
    """Return clouds (k, d) of covariances (k, d, d).

    `unknown` is measured against clouds of the covariances `yardstick`, by default the same.
    """
    log_size = np.linalg.slogdet(covariances)[1]
    typical = log_size if yardstick is None else np.linalg.slogdet(yardstick)[1]
    return Mixture(
        means,
        np.linalg.cholesky(np.linalg.inv(covariances)),
        (typical.mean() - log_size) / 2,
        freedom,
        unknown,
    )


def _log_sum(logs: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the logarithm of the sum over the first axis; the highest first, against overflow."""
    highest = logs.max(axis=0)
    return np.asarray(highest + np.log(np.exp(logs - highest).sum(axis=0)))
