"""Appeals before a jury: three referees are asked, vote, and one of the majority rules."""
