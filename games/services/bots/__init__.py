"""Bots: enlisted, moving on time, filling tables, standing in for the absent."""
