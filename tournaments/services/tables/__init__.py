"""Standings: the results that count, tables, brackets, and their display."""
