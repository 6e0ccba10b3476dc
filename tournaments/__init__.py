"""Tournaments: pairings, standings, formats; a room above the games."""
