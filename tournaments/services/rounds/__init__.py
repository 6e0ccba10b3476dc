"""Rounds and fixtures: pairing, publishing, starting, settling, claims."""
