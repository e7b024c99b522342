"""The network that finds a die's own colours: where body and marks show them, and lamps are not mirrored."""
