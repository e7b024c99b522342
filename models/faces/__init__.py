"""The reader of pips: its network, its crops, and how it is trained."""
