"""The top face as from straight above: where it lies in a crop, and what is shown of it there."""
