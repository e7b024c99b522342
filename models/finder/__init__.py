"""The finder of dice: its network, and how it is trained."""
