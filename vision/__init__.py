"""Pixels to faces: frames in, what the dice show out. Knows no rules, no players and no web."""
