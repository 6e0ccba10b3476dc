"""Puzzles and the puzzle of the day."""
