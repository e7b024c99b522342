"""Tells a die from what only shows pips, by what lies around: a network that is asked of doubtful dice."""
