"""The draft renderer: scenes ray cast by numba, thousands of pictures in an hour."""
