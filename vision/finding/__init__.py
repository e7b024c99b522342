"""Where dice lie in a picture, and which of them count."""
