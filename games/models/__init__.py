from games.models.audience import Listener
from games.models.bot import Bot
from games.models.challenge import Challenge, Place
from games.models.chat import ChatLine
from games.models.clock import ClockCharge, Pause
from games.models.daily import DailyAttempt, DailyPuzzle
from games.models.intervention import Intervention
from games.models.match import Match, Seat
from games.models.order import Order, PlayPreference
from games.models.outage import Heartbeat, Outage
from games.models.ply import Ply
from games.models.rating import Rating, RatingEntry
from games.models.seat_change import SeatChange
from games.models.stake import EventStake, ReservedPuzzle
from games.models.usual_terms import UsualTerms
from games.models.watch import Watch

__all__ = [
    "Bot",
    "Challenge",
    "ChatLine",
    "ClockCharge",
    "DailyAttempt",
    "DailyPuzzle",
    "EventStake",
    "Heartbeat",
    "Intervention",
    "Listener",
    "Match",
    "Order",
    "Outage",
    "Pause",
    "Place",
    "PlayPreference",
    "Ply",
    "Rating",
    "RatingEntry",
    "ReservedPuzzle",
    "Seat",
    "SeatChange",
    "UsualTerms",
    "Watch",
]
