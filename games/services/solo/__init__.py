"""Solo play: puzzles, the puzzle of the day, study boards."""
