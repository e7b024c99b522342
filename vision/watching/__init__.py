"""A table watched frame by frame: when it rests, what lies there, and which die is which."""
