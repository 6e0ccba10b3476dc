"""A monthly summary for players who want one: results, ratings, running matches, coming events.

A month is that of the player's own zone. The e-mail is written in the first week of the next one,
from the hour at which the player gets digests.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from django.db.models import Count, Min
from django.utils import translation
from django.utils.translation import gettext as _, ngettext

from accounts.models import Player
from accounts.naming import isolated
from games.models import DailyAttempt, Match, RatingEntry, Seat
from games.rating_queries import counted_seats_q
from games.services.wording.game_words import pool_name
from games.services.wording.result_words import rating_text
from games.services.wording.time_words import moment_words
from notifications.models import Message, Preference
from notifications.queries import loaded_settings, settings_for
from notifications.services import outbox
from notifications.services.headers import absolute_url
from tournaments import queries
from tournaments.models import Tournament

EMAIL_KIND = "monthly_summary"
LAST_POSTING_DAY = 7  # of the month in which a summary is still written
MAX_EVENTS = 5
Section = dict[str, object]


@dataclass(frozen=True, slots=True)
class Month:
    """A calendar month in one zone: its first day, and the instants at which it begins and ends."""

    first: date
    begins: datetime
    ends: datetime


def post_summaries(now: datetime) -> int:
    """Post the summaries that are due, one per player and month; return how many.

    Each is committed on its own, so an interrupted run can be continued.
    """
    chosen = Preference.objects.filter(kind=EMAIL_KIND, thread="", wanted=True)
    readers = Player.objects.filter(pk__in=chosen.values("player"), closed_at=None)
    readers = readers.select_related("user", "email_settings").order_by("pk")
    due = {_key(player, month): (player, month) for player, month in _due(readers, now)}
    written = Message.objects.filter(key__in=list(due)).values_list("key", flat=True)
    for key in set(written):
        del due[key]
    return sum(_post_summary(key, player, month, now) for key, (player, month) in due.items())


def _due(readers: Iterable[Player], now: datetime) -> Iterable[tuple[Player, Month]]:
    """Yield the players whose month has just ended, with that month."""
    for player in readers:
        local = now.astimezone(player.zone)
        hour = (loaded_settings(player) or settings_for(player)).digest_hour
        if local.day <= LAST_POSTING_DAY and (local.day > 1 or local.hour >= hour):
            yield player, month_before(player, now)


def month_before(player: Player, now: datetime) -> Month:
    """Return the player's previous calendar month."""
    this = now.astimezone(player.zone).date().replace(day=1)
    first = (this - timedelta(days=1)).replace(day=1)
    begins, ends = (datetime.combine(day, time(), tzinfo=player.zone) for day in (first, this))
    return Month(first, begins.astimezone(UTC), ends.astimezone(UTC))


def _key(player: Player, month: Month) -> str:
    return f"{EMAIL_KIND}:{player.pk}:{month.first:%Y-%m}"


def _post_summary(key: str, player: Player, month: Month, now: datetime) -> bool:
    """Post one summary unless it would be empty; return whether there is one."""
    with translation.override(player.language):
        sections = _sections(player, month, now)
    if not sections:
        return False
    context = {
        "url": absolute_url("/matches/"),
        "month_day": month.first.isoformat(),
        "sections": sections,
        "row": ["month"],
    }
    return (
        outbox.post(kind=EMAIL_KIND, player=player, key=key, context=context, now=now) is not None
    )


def _sections(player: Player, month: Month, now: datetime) -> list[Section]:
    found = (
        (_("Your matches"), [*_result_lines(player, month), *_running_lines(player)]),
        (_("Your ratings"), _rating_lines(player, month)),
        (_("Puzzle of the day"), _puzzle_lines(player, month)),
        (_("Coming up"), _upcoming_lines(player, now)),
    )
    return [{"title": name, "lines": each} for name, each in found if each]


def read_month(message: Message, now: datetime) -> dict[str, object] | None:
    """Return the summary with current matches and events; None if it is empty now."""
    player = message.player
    if player is None:
        return None
    sections = _sections(player, month_before(player, message.created_at), now)
    return {"sections": sections} if sections else None


def _result_lines(player: Player, month: Month) -> list[str]:
    """Return how many matches ended in the month, and how."""
    ended = Match.objects.filter(
        status=Match.Status.FINISHED, finished_at__gte=month.begins, finished_at__lt=month.ends
    ).annotate(size=Count("seats"))
    own = Seat.objects.filter(counted_seats_q(player), match__in=ended.filter(size__gt=1))
    ranks = dict(own.values_list("match_id", "rank"))
    if not ranks:
        return []
    level = _drawn_match_ids(ranks)
    won = sum(rank == 1 for match, rank in ranks.items() if match not in level)
    counts = {"won": won, "drawn": len(level), "lost": len(ranks) - won - len(level)}
    played = ngettext("%(count)d match finished", "%(count)d matches finished", len(ranks))
    score = _("%(won)d won, %(drawn)d drawn, %(lost)d lost") % counts
    return [f"{played % {'count': len(ranks)}}: {score}"]


def _drawn_match_ids(matches: Iterable[int]) -> set[int]:
    beaten = Seat.objects.filter(match__in=list(matches), rank__gt=1)
    return set(matches) - set(beaten.values_list("match_id", flat=True))


def _running_lines(player: Player) -> list[str]:
    """Return how many matches are running, and in how many it is the player's turn."""
    seats = Seat.objects.filter(player=player, match__status=Match.Status.RUNNING)
    awaited = seats.filter(awaited_since__isnull=False).count()
    count = seats.count()
    if not count:
        return []
    running = ngettext("%(count)d match running", "%(count)d matches running", count)
    turn = _("your turn in %(count)d")
    return [f"{running % {'count': count}}, {turn % {'count': awaited}}"]


def _rating_lines(player: Player, month: Month) -> list[str]:
    """Return each rating at the beginning and the end of the month."""
    own = RatingEntry.objects.filter(player=player, at__gte=month.begins, at__lt=month.ends)
    first: dict[str, RatingEntry] = {}
    last: dict[str, RatingEntry] = {}
    for entry in own.order_by("pool", "number"):
        first.setdefault(entry.pool, entry)
        last[entry.pool] = entry
    return [
        _("%(pool)s: from %(before)s to %(after)s")
        % {
            "pool": pool_name(pool),
            "before": rating_text(first[pool].before, first[pool].games_before),
            "after": rating_text(last[pool].after, last[pool].games_after),
        }
        for pool in first
    ]


def _puzzle_lines(player: Player, month: Month) -> list[str]:
    """Return how many of the month's puzzles were finished, and the best result."""
    played = DailyAttempt.objects.filter(
        player=player, counts=True, finished_at__gte=month.begins, finished_at__lt=month.ends
    )
    found = played.aggregate(count=Count("pk"), best=Min("points"))
    if not found["count"]:
        return []
    words = ngettext("%(count)d puzzle finished", "%(count)d puzzles finished", found["count"])
    pegs = ngettext("%(count)d peg left", "%(count)d pegs left", found["best"])
    best = _("best result: %(pegs)s") % {"pegs": pegs % {"count": found["best"]}}
    return [f"{words % {'count': found['count']}}; {best}"]


def _upcoming_lines(player: Player, now: datetime) -> list[str]:
    """Return the tournaments the player has entered that have not begun."""
    entered = queries.entries_of(player).filter(
        tournament__status=Tournament.Status.OPEN, tournament__starts_at__gt=now
    )
    begins = (
        (each.tournament.title, each.tournament.starts_at)
        for each in entered.order_by("tournament__starts_at", "pk")[:MAX_EVENTS]
    )
    return [
        _("%(name)s begins on %(day)s")
        % {"name": isolated(title), "day": moment_words(at, zone=player.zone)}
        for title, at in begins
        if at is not None
    ]
