"""The e-mail that a solitaire contest ends soon."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from django.db.models import Count, Max
from django.utils.translation import gettext as _, ngettext

from accounts.models import Player
from accounts.naming import isolated
from notifications.models import Message
from tournaments.models import FixtureSeat, Tournament
from tournaments.services.emails import notices


def notify_closing(tournament: Tournament, closes: datetime, *, now: datetime) -> None:
    """E-mail everybody with unfinished puzzles how many there are and when the contest ends."""
    left = FixtureSeat.objects.filter(
        fixture__round__division__tournament=tournament, fixture__settled_at=None
    )
    counts = dict(left.values_list("entrant__player").annotate(Count("pk")).order_by())
    for player in Player.objects.filter(pk__in=counts, closed_at=None).select_related("user"):
        key = f"contest_closing:{tournament.pk}:{closes.isoformat()}:{player.pk}"
        said = partial(_closing_content, tournament, counts[player.pk], closes)
        notices.post("round_closing", player, key, tournament, said, now)


def _closing_content(tournament: Tournament, count: int, closes: datetime) -> dict[str, object]:
    open_yet = ngettext(
        "You have not finished %(count)d puzzle yet.",
        "You have not finished %(count)d puzzles yet.",
        count,
    )
    return {
        "headline": _("%(name)s ends soon") % {"name": isolated(tournament.title)},
        "paragraphs": [
            open_yet % {"count": count},
            _(
                "Puzzles you have started count as they stand at the end. In puzzles you have "
                "not started, every peg counts."
            ),
        ],
        "open_until": closes.isoformat(),
        "row": ["contest_closing", tournament.pk],
    }


def read_closing(message: Message, now: datetime, pk: int) -> dict[str, object] | None:
    """Return the text with the current number; None if no puzzle is left or the contest is over."""
    left = FixtureSeat.objects.filter(
        fixture__round__division__tournament=pk,
        fixture__settled_at=None,
        fixture__round__closes_at__gt=now,
        entrant__player=message.player_id,
    )
    closes = left.aggregate(at=Max("fixture__round__closes_at"))["at"]
    return _closing_content(Tournament.objects.get(pk=pk), left.count(), closes) if closes else None
