"""Appeals before a jury: three referees vote, and one of the majority makes the ruling."""
