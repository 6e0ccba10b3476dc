"""What pages of games and tournaments show of the referees' work."""
