"""How well readings agree with labelled pictures."""
