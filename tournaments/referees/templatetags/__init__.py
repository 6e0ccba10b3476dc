"""Template tags about referees for pages of games and tournaments."""
