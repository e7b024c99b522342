"""Blightmeer, first called Speedheim: melee phases of a d20 skirmish, in two revisions."""
