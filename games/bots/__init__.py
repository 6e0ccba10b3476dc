"""Computer players: strategies that choose among legal moves, given their chance as a parameter."""
