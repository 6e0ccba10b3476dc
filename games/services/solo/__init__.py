"""What is played alone: puzzles, the puzzle of the day, study boards."""
