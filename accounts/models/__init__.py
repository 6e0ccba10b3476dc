"""Logins and their sessions, players, follows and blocks, leave, API keys and visits."""

from accounts.models.circle import Block, Follow
from accounts.models.key import ApiKey
from accounts.models.leave import Leave
from accounts.models.player import Player
from accounts.models.session import LoginSession
from accounts.models.suspension import Suspension
from accounts.models.user import User
from accounts.models.visit import Visit

__all__ = [
    "ApiKey",
    "Block",
    "Follow",
    "Leave",
    "LoginSession",
    "Player",
    "Suspension",
    "User",
    "Visit",
]
