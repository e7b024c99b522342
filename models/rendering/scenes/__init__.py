"""Scenes as values, each from one seed: tables, light, camera, and where dice lie."""
