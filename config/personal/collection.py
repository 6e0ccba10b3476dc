"""The personal data of a player as plain rows, without anybody else's private data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.db.models import Model

from accounts import circle_queries, queries
from accounts.models import Player, Visit
from config.moderation.models import Report
from config.personal import emails, events, play, refereeing
from games import queries as match_reads, rating_queries
from games.api import states
from games.models import ChatLine, Match, Order, PlayPreference, RatingEntry, SeatChange, Watch
from notifications.models import EmailSettings, Preference, PushSubscription

Row = Mapping[str, object]
CHUNK_SIZE = 200


def account(player: Player) -> Iterator[Row]:
    """Yield the login: addresses, factors without their secrets, roles, keys and sessions."""
    user = player.user
    if user is None:
        return
    yield {
        "email": user.email,
        "joined": user.date_joined,
        "last_login": user.last_login,
        "roles": sorted(queries.roles_of(player)),
        "addresses": list(
            EmailAddress.objects.filter(user=user).values("email", "verified", "primary")
        ),
        "factors": list(
            Authenticator.objects.filter(user=user).values("type", "created_at", "last_used_at")
        ),
        "logins_elsewhere": list(
            SocialAccount.objects.filter(user=user).values("provider", "uid", "date_joined")
        ),
        "api_keys": [
            _pick_fields(key, "name", "scope", "ending", "created_at", "expires_at", "last_used_at")
            for key in queries.api_keys_of(user)
        ],
        "sessions": [
            _pick_fields(row, "browser", "system", "started_at", "used_on")
            for row in queries.sessions_of(user)
        ],
    }


def profile(player: Player) -> Iterator[Row]:
    fields = (
        *("id", "name", "kind", "about", "links", "speaks", "country", "region"),
        *("shows_country", "shown_to", "challenged_by", "language", "time_zone"),
        *("quiet_from", "quiet_to", "rest_days", "dismissed_hints", "board_look", "created_at"),
        "here_at",
    )
    yield _pick_fields(player, *fields)


def settings(player: Player) -> Iterator[Row]:
    """Yield the choices of e-mails, notifications and automatic moves."""
    chosen = Preference.objects.filter(player=player)
    yield {
        "e_mails": list(EmailSettings.objects.filter(player=player).values()),
        "notifications": [
            _pick_fields(row, "service", "kinds", "created_at")
            for row in PushSubscription.objects.filter(player=player)
        ],
        "kinds": list(chosen.order_by("thread", "kind").values("kind", "thread", "wanted")),
        "automatic_moves": list(
            PlayPreference.objects.filter(player=player).values(
                "auto_move", "auto_draft", "without_preview"
            )
        ),
    }


def people(player: Player) -> Iterator[Row]:
    """Yield the players this one follows or has blocked, never who follows or blocked them."""
    for follow in circle_queries.follows_of(player):
        yield {"relation": "follows", "player": follow.other.name, "since": follow.created_at}
    for block in circle_queries.blocks_of(player):
        yield {"relation": "blocked", "player": block.other.name, "since": block.created_at}


def watched_matches(player: Player) -> Iterator[Row]:
    yield from Watch.objects.filter(player=player).order_by("pk").values("match", "created_at")


def leave(player: Player) -> Iterator[Row]:
    yield from player.leaves.values("first_day", "last_day", "booked_at", "cancelled_at")


def visits(player: Player) -> Iterator[Row]:
    """Yield the days of visits, with fingerprints of their origin: nothing else is stored."""
    rows = Visit.objects.filter(player=player).order_by("day", "pk")
    yield from rows.values("day", "address", "network", "device").iterator(CHUNK_SIZE)


def matches(player: Player) -> Iterator[Row]:
    """Yield every match as the player may see it, with their own messages, notes and orders."""
    numbers = Match.objects.ever_played_by(player).order_by("pk").values_list("pk", flat=True)
    for number in numbers.iterator(CHUNK_SIZE):
        position = match_reads.position_for(player, number)
        if position is not None:
            yield _match(player, position)


def _match(player: Player, position: match_reads.Position) -> Row:
    match = position.match
    own = [seat for seat in position.seats if seat.player_id == player.pk]
    said = ChatLine.objects.filter(match=match, player=player).order_by("pk")
    changes = list(SeatChange.objects.filter(match=match).order_by("pk"))
    kept = {change.number: change.notes for change in changes if change.before_id == player.pk}
    notes = {**kept, **{seat.number: seat.notes for seat in own}}
    return {
        **_pick_fields(match, "id", "ruleset", "options", "rated", "private", "control", "status"),
        **_pick_fields(match, "ending", "started_at", "finished_at", "event"),
        "seats": [
            {
                "seat": seat.number,
                "player": seat.player.name,
                "rank": seat.rank,
                "points": seat.points,
            }
            for seat in position.seats
        ],
        "plies": [states.ply_json(ply) for ply in position.plies],
        "own_seats": [seat.number for seat in own],
        "own_chat": list(said.values("at", "text", "only_seats")),
        "own_notes": [text for text in notes.values() if text],
        "own_orders": [
            _pick_fields(order, "kind", "text", "state", "created_at")
            for order in Order.objects.filter(match=match).order_by("pk")
            if _is_own_order(player, order, position, changes)
        ],
    }


def _is_own_order(
    player: Player, order: Order, position: match_reads.Position, changes: list[SeatChange]
) -> bool:
    """Whether an order is the player's own, not that of somebody else in the same seat."""
    now = next(seat.player_id for seat in position.seats if seat.number == order.seat)
    gone = (
        change.before_id
        for change in changes
        if change.number == order.seat and change.at > order.created_at
    )
    return next(gone, now) == player.pk


def ratings(player: Player) -> Iterator[Row]:
    for figure in rating_queries.ratings_of(player):
        yield {"pool": figure.pool, "rating": figure.value / 100, "matches": figure.games}
    fields = ("pool", "number", "match", "at", "before", "after")
    yield from RatingEntry.objects.filter(player=player).order_by("pk").values(*fields)


def reports(player: Player) -> Iterator[Row]:
    """Yield the player's reports, and what operators did about reports against them."""
    for made in Report.objects.filter(by=player).select_related("about").order_by("pk"):
        about = made.about.name
        yield {"about": about, **_pick_fields(made, "what", "line_id", "reason", "at", "outcome")}
    for row in Report.objects.filter(about=player).exclude(settled_at=None).order_by("pk"):
        yield _pick_fields(row, "what", "line_id", "outcome", "words", "settled_at")


def _pick_fields(row: Model, *names: str) -> Row:
    return {name: getattr(row, name) for name in names}


PARTS = {
    "account": account,
    "profile": profile,
    "settings": settings,
    "people": people,
    "watched-matches": watched_matches,
    "leave": leave,
    "visits": visits,
    "reports": reports,
    "matches": matches,
    "seat-changes": play.seat_changes,
    "pauses": play.pauses,
    "challenges": play.challenges,
    "ratings": ratings,
    "usual-terms": play.usual_terms,
    "puzzles-of-the-day": play.daily_attempts,
    "e-mails": emails.emails_to_player,
    "e-mails-caused": emails.emails_caused,
    "e-mails-received": emails.emails_from_player,
    "tournament-entries": events.entries,
    "admissions": events.admissions,
    "teams": events.teams,
    "clubs": events.clubs,
    "tournaments-organised": events.organised_events,
    "organising": events.organising,
    "events-judged": events.event_referee,
    "tools": events.tools,
    "cases": refereeing.cases,
    "suspensions": refereeing.suspensions,
    "roles": refereeing.roles,
    "duties": refereeing.official_actions,
}
