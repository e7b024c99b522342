"""Tells where a die ends, by its surroundings: a network of its own, shown finds that no face was read of."""
