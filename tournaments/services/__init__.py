"""Services of tournaments. Everything that writes to them goes through here."""
