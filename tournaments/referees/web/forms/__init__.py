"""What players and referees fill in."""
