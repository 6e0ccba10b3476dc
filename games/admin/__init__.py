"""The operators' read-only view of matches; only bots are created and configured here."""

from games.admin import bots, finding, matches

__all__ = ["bots", "finding", "matches"]
