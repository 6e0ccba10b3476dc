"""Read-only admin of matches; only bots can be configured here."""

from games.admin import bots, finding, matches

__all__ = ["bots", "finding", "matches"]
