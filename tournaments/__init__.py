"""Tournaments: pairings, standings, formats; built on games."""
