"""Rows about people: who may log in, who plays, and when a player is away."""

from accounts.models.leave import Leave
from accounts.models.player import Player
from accounts.models.user import User

__all__ = ["Leave", "Player", "User"]
