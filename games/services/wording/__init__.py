"""User-visible texts about games, clocks, orders and results, in the active language."""
