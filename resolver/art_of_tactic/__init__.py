"""Samurai Battles, Art of Tactic: a melee of units with twenty-sided dice."""
