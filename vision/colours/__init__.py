"""Colours of dice, and the groups that are told by them."""
