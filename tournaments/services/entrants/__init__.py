"""Those who play: the field at the start, teams in board order, who follows whom."""
