"""Computer players: strategies that choose a legal move; randomness is passed in."""
