"""People: logins, players, guests and leave."""
