"""Appeals before a jury: three referees vote, and one of the majority signs the ruling."""
