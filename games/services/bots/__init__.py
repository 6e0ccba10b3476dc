"""Bots: creating them, moving on time, filling matches, playing for the absent."""
