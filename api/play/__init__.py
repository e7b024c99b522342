"""One table while it is played: what is awaited, what lies there, what was taken, and what is told of it."""
