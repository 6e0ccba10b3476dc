"""The pages of referees, and of cases for those involved."""
