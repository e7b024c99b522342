"""The reader of numerals: its network, its crops, and how it is trained."""
