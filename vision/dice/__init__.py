"""What one die shows, from its own crop."""
