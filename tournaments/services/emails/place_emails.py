"""E-mails to entrants before the start, with a link to answer: a free place; will they play?"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import Player
from accounts.naming import isolated
from games.services.emails import answer_tokens
from games.services.errors import Refused
from games.services.wording.time_words import moment_words
from notifications.services.headers import absolute_url
from tournaments.models import Entrant, Tournament
from tournaments.services.emails import terms
from tournaments.services.emails.news import notify_news

SALT = "tournaments.place"
PLACE_QUESTION, START_QUESTION = "place", "start"
EmailText = Callable[[], tuple[str, list[str]]]


def path_of(entrant: Entrant) -> str:
    return reverse("tournaments:place", args=[answer_tokens.make_token(SALT, entrant.pk)])


def read_answer_token(token: str) -> tuple[Entrant, Player]:
    """Return the entrant of a link and their player; refuses ``dead_link``."""
    (number,) = answer_tokens.read_numbers(token, SALT, 1)
    rows = Entrant.objects.select_related("tournament__organiser", "player__user")
    found = rows.filter(pk=number).first()
    if found is None:
        raise Refused("dead_link")
    return found, answer_tokens.require_active(found.player)


def notify_place_offered(tournament: Tournament, entrant: Entrant, *, now: datetime) -> None:
    """Offer a free place."""
    _ask(tournament, entrant, PLACE_QUESTION, f"offered_{now.isoformat()}", now)


def ask_to_confirm(tournament: Tournament, entrant: Entrant, *, now: datetime) -> bool:
    """Ask an entrant who has been away whether they will play; False if they get no e-mails."""
    return _ask(tournament, entrant, START_QUESTION, f"still_{now.isoformat()}", now)


def _ask(tournament: Tournament, entrant: Entrant, question: str, what: str, now: datetime) -> bool:
    entrant.tournament = tournament
    content = partial(question_content, entrant, question)
    return notify_news(tournament, entrant.player, what, content, now)


def question_content(entrant: Entrant, question: str) -> dict[str, object]:
    """Return the question with the link to answer."""
    headline, paragraphs = _QUESTIONS[question](entrant)
    return {
        "headline": headline % {"name": isolated(entrant.tournament.title)},
        "paragraphs": [*paragraphs, terms.how_to_reply()],
        "url": absolute_url(path_of(entrant)),
        "hint": "invitation",
        "row": ["place", entrant.pk, question],
    }


def _offer_text(entrant: Entrant) -> tuple[str, list[str]]:
    return _("%(name)s: a place is free"), [
        _("You are next on the waiting list. Would you like to play?"),
        _("Please reply by %(until)s. After that, the next player is asked.")
        % {"until": _format_instant(entrant.offered_until, entrant)},
    ]


def _confirmation_text(entrant: Entrant) -> tuple[str, list[str]]:
    return _("%(name)s: will you play?"), [
        _("The tournament starts on %(start)s, and you have not been here for a while.")
        % {"start": _format_instant(entrant.tournament.starts_at, entrant)},
        _("If you don’t reply by then, you will be left out."),
    ]


_QUESTIONS: dict[str, Callable[[Entrant], tuple[str, list[str]]]] = {
    PLACE_QUESTION: _offer_text,
    START_QUESTION: _confirmation_text,
}


def notify_offer_expired(tournament: Tournament, entrant: Entrant, *, now: datetime) -> None:
    """Notify an entrant that the time to accept a place is over."""
    _notify(
        tournament,
        entrant,
        f"passed_on_{now.isoformat()}",
        lambda: (
            _("%(name)s: the place has been passed on") % {"name": isolated(tournament.title)},
            [
                _("You did not reply in time, so the next player is asked."),
                _("You can enter again and wait for another place."),
            ],
        ),
        now,
    )


def notify_left_out(tournament: Tournament, entrant: Entrant, *, now: datetime) -> None:
    """Notify an entrant that the tournament starts without them."""
    _notify(
        tournament,
        entrant,
        f"left_out_{now.isoformat()}",
        lambda: (
            _("%(name)s starts without you") % {"name": isolated(tournament.title)},
            [_("We asked whether you would play and have not heard from you.")],
        ),
        now,
    )


def _format_instant(instant: datetime | None, entrant: Entrant) -> str:
    assert instant is not None
    return moment_words(instant, zone=entrant.player.zone)


def _notify(
    tournament: Tournament, entrant: Entrant, what: str, words: EmailText, now: datetime
) -> None:
    """Notify a player whose entry has ended, unless they enter again before the e-mail is sent."""

    def content() -> dict[str, object]:
        headline, paragraphs = words()
        row = ["entry", tournament.pk, Entrant.Status.WITHDRAWN.value]
        return {"headline": headline, "paragraphs": paragraphs, "row": row}

    notify_news(tournament, entrant.player, what, content, now)
