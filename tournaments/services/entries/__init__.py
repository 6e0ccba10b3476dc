"""Services for entrants: enter, join a team, withdraw, let a bot in."""
