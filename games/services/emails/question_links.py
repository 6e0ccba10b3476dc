"""Signed links with which a player answers the other side's question without logging in.

A link names match, player, seat and question. Question numbers are unique within a match, so a link
works only while that question is open.
"""

from __future__ import annotations

from typing import NamedTuple

from django.urls import reverse

from accounts.models import Player
from games.match_queries import seat_at
from games.models import Seat
from games.services.emails import answer_tokens
from games.services.errors import Refused
from notifications.services.headers import absolute_url

SALT = "games.question-answer"


class QuestionKey(NamedTuple):
    match_id: int
    number: int


def question_url(seat: Seat, number: int) -> str:
    """Return the absolute URL at which the player of a seat answers a question."""
    numbers = (seat.match_id, seat.number, seat.player_id, number)
    token = answer_tokens.make_token(SALT, *numbers)
    return absolute_url(reverse("games:question", args=[token]))


def read_question_token(token: str) -> tuple[QuestionKey, Player]:
    """Return the question and the player of a link; refuses ``dead_link``."""
    match_id, number, player_id, question = answer_tokens.read_numbers(token, SALT, 4)
    player = answer_tokens.active_player(player_id)
    seat = seat_at(match_id, number)
    if seat is None or seat.player_id != player.pk:
        raise Refused("dead_link")
    return QuestionKey(match_id, question), player
