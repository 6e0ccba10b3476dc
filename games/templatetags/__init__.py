"""Template tags of the games: boards and times."""
