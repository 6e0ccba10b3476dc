"""Rounds and fixtures: paired, published, started, settled, claimed."""
