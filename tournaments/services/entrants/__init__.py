"""Entrants: the field at the start, teams in board order, changes of captain."""
