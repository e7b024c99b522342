"""From light to a stored picture or clip, with what its labels say of it."""
