"""OBS follows the game over obs-websocket: scenes, filters and the replay buffer, by rules in a file."""
