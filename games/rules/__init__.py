"""The rules of every game as pure functions: no database, no clock, no chance, no language."""
