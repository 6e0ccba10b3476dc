"""Services for entrants: enter, join a team, withdraw, enter bots."""
