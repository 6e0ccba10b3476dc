"""The operator's view of the tables: looking; only bots are set up and tuned here."""

from games.admin import bots, finding, matches

__all__ = ["bots", "finding", "matches"]
