"""Services for those who play: enter, join a team, withdraw, let a bot in."""
