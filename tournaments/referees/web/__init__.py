"""The pages of the referees, and of those whom a case concerns."""
