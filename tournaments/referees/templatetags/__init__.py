"""What pages of the rooms below show of the referees."""
