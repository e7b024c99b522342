"""The models that read dice, with their cards, and the scripts that render, train and export them."""
