"""Forms of players and referees."""
