"""How the program's log is written, for people or for programs."""
