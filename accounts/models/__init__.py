"""Rows about people: who may log in, who plays, when a player is away, who has been here."""

from accounts.models.leave import Leave
from accounts.models.player import Player
from accounts.models.user import User
from accounts.models.visit import Visit

__all__ = ["Leave", "Player", "User", "Visit"]
