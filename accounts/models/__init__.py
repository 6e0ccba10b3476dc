"""Logins, players, leave, API keys and visits."""

from accounts.models.key import ApiKey
from accounts.models.leave import Leave
from accounts.models.player import Player
from accounts.models.suspension import Suspension
from accounts.models.user import User
from accounts.models.visit import Visit

__all__ = ["ApiKey", "Leave", "Player", "Suspension", "User", "Visit"]
