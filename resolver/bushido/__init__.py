"""Bushido: Risen Sun, melee exchanges, in two editions."""
