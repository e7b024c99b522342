"""How checkpoints become graphs with their cards, a file for the graphs of each room."""
