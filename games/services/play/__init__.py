"""Changes of a running match: turns, orders, offers, resignations, flags."""
