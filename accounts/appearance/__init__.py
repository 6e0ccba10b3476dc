"""Portraits of players, and the look of boards."""
