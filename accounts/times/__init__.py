"""When players are available: quiet hours, time zones, public holidays."""
