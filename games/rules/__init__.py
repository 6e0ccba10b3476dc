"""The rules of every game as pure functions: no I/O, clock, randomness or translations."""
