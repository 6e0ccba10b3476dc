"""What changes a running match: turns, orders, offers, resignations, flags."""
