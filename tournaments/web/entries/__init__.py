"""Entering a tournament or a team: conditions, links, answers."""
