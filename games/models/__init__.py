"""Rows about matches: what was agreed and played, what it cost in time, what it did to ratings."""

from games.models.bot import Bot
from games.models.case import Case, CaseLine, EventReferee
from games.models.challenge import Challenge, Place
from games.models.clock import ClockCharge, Pause
from games.models.daily import DailyAttempt, DailyPuzzle
from games.models.match import ChatLine, Match, Ply, Seat
from games.models.order import Order, PlayPreference
from games.models.rating import Rating, RatingEntry
from games.models.ruling import ChainHead, Ruling

__all__ = [
    "Bot",
    "Case",
    "CaseLine",
    "ChainHead",
    "Challenge",
    "ChatLine",
    "ClockCharge",
    "DailyAttempt",
    "DailyPuzzle",
    "EventReferee",
    "Match",
    "Order",
    "Pause",
    "Place",
    "PlayPreference",
    "Ply",
    "Rating",
    "RatingEntry",
    "Ruling",
    "Seat",
]
