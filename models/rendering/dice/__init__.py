"""Dice as objects: their shapes, faces, marks and numbers. Millimetres, each in its own frame."""
