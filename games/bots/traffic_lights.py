"""Players for Traffic Lights, told apart by how far they look."""

from games.bots.search import Search

# Takes the best line on the board; failing that, hands over as little as it can.
GREEDY = Search("greedy", depth=2)

# Looks two plies beyond its own move: it also sees replies that cannot help giving a line away.
TWO_PLY = Search("two_ply", depth=3)

STRATEGIES = (GREEDY, TWO_PLY)
