"""Fill a development database with as many rows as a large site would have, all of them valid.

A few short matches are played through the services by four people; then the database copies their
rows with other players, other instants and keys of their own. So every copy replays from its
ledger, and the ratings, which are folded match by match here, refold. What the copies of e-mails
say of instants is still what their model said.
"""

from __future__ import annotations

import random  # noqa: TID251 (only development fills databases: its chance comes from one seed)
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import make_password
from django.db import connection, models, transaction

from accounts import naming
from accounts.models import Player, User
from games import clocks, ratings
from games.models import Bot, ClockCharge, Match, Ply, Rating, RatingEntry, Seat
from games.services.match.table import load_table
from games.services.play import matches
from games.services.play.play import play_turn
from games.services.play.terms import Terms
from games.services.time.timetable import ALWAYS
from notifications.models import DeliveryEvent, Message

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
YEARS = 5 * 365 * DAY
RULESETS = ("traffic_lights.4x3", "chess", "mill", "draughts", "five")
PLIES = 6  # of a copied match: enough for a page, few enough for a million
SEED = "5e" * 32
BOTS = 12
MODELS = 4  # people who play the matches that are copied
AT_ONCE = 20_000
E_MAILS = 5
LANGUAGES = ("en", "de", "fr", "it")
CONTROL = clocks.TimeControl(per_turn=7 * DAY)

Say = Callable[[str], None]


@dataclass(frozen=True)
class Size:
    """How much there is to be: finished and running matches, people."""

    finished: int
    running: int
    people: int


class Copies(NamedTuple):
    """How a match is copied: key and end of its first copy, and the steps from one to the next."""

    number: int
    first: int
    step: int
    ends: datetime
    apart: timedelta


class People(NamedTuple):
    """Whom the copies seat: keys in a row, people first, then bots."""

    first: int
    number: int
    first_bot: int


def fill(size: Size, now: datetime, say: Say) -> None:
    """Fill the database; rows that are there already stay as they are.

    Needs PostgreSQL, and a role that may leave foreign keys unchecked while rows are copied.
    """
    say("people and bots")
    models_, people = _enrol(size.people, now)
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        try:
            for running, number, span in ((False, size.finished, YEARS), (True, size.running, DAY)):
                say("running matches" if running else "finished matches")
                played = [_play(models_, key, now, running=running) for key in RULESETS]
                _multiply(played, people, number, now - span, span, say)
            say("ratings")
            _rate()
        finally:
            cursor.execute("SET session_replication_role = origin")
        say("analysing")
        cursor.execute("ANALYZE")


# ---- people ------------------------------------------------------------------------------------


def _enrol(number: int, now: datetime) -> tuple[list[Player], People]:
    """Make people with logins and bots; return those who play the models, and the others."""
    total = MODELS + number
    joined = now - YEARS - DAY
    users, players = _reserve(User, total), _reserve(Player, total + BOTS)
    password = make_password(None)
    _insert(
        User,
        ("id", "email", "password", "is_staff", "is_superuser", "is_active", "address_confirmed",
         "date_joined"),
        ((users + each, address_of(each), password, False, False, True, True, joined)
         for each in range(total)),
    )  # fmt: skip
    _insert(
        EmailAddress,
        ("user_id", "email", "verified", "primary"),
        ((users + each, address_of(each), True, True) for each in range(total)),
    )
    _insert(
        Player,
        PLAYER,
        (_player(players + each, users + each, each, joined) for each in range(total)),
    )
    for each in range(BOTS):
        Player.objects.create(
            pk=players + total + each,
            name=f"Machine {players + each}",
            kind=Player.Kind.BOT,
            created_at=joined,
        )
    Bot.objects.bulk_create(
        Bot(
            player_id=players + total + each,
            strategy="random",
            rulesets=list(RULESETS),
            timetable=ALWAYS,
        )
        for each in range(BOTS)
    )
    models_ = list(Player.objects.filter(pk__gte=players).order_by("pk")[:MODELS])
    return models_, People(players + MODELS, number, players + total)


PLAYER = ("id", "user_id", "kind", "name", "name_key", "about", "language", "time_zone",
          "rest_days", "country", "region", "created_at")  # fmt: skip


def _player(key: int, user: int, number: int, joined: datetime) -> tuple[object, ...]:
    """Return the columns of a person."""
    name = f"Member {number}"
    return (key, user, "person", name, naming.key_of(name), "", LANGUAGES[number % 4],
            "Europe/Berlin", "[]", "", "", joined)  # fmt: skip


def address_of(number: int) -> str:
    """Return the e-mail address of a person."""
    return f"member{number}@example.org"


def _reserve(model: type[models.Model], number: int) -> int:
    """Take so many keys of a table in a row; return the first."""
    table = model._meta.db_table  # noqa: SLF001 (public for all purposes)
    with connection.cursor() as cursor:
        cursor.execute("SELECT nextval(pg_get_serial_sequence(%s, 'id'))", [table])
        first = int(cursor.fetchone()[0])
        last = first + number - 1
        cursor.execute("SELECT setval(pg_get_serial_sequence(%s, 'id'), %s)", [table, last])
    return first


def _insert(
    model: type[models.Model], columns: Sequence[str], rows: Iterable[Sequence[object]]
) -> None:
    """Write rows by COPY."""
    names = ", ".join(f'"{column}"' for column in columns)
    table = model._meta.db_table  # noqa: SLF001 (public for all purposes)
    with connection.cursor() as cursor, cursor.copy(f"COPY {table} ({names}) FROM STDIN") as copy:
        for row in rows:
            copy.write_row(row)


# ---- the matches that are copied ---------------------------------------------------------------


def _play(players: Sequence[Player], ruleset: str, now: datetime, *, running: bool) -> Match:
    """Play a few plies of a match, one an hour; end it by resigning unless it is to be running."""
    terms = Terms.checked(ruleset, {}, CONTROL, rated=True)
    at = now - DAY
    match = matches.start_match(players[:2], terms, seed=SEED, now=at)
    rng = random.Random(ruleset)  # noqa: S311 (no secrets here)
    table = load_table(match)
    for _ply in range(PLIES):
        at += HOUR
        table = load_table(Match.objects.get(pk=match.pk))
        seat = next(each for each in table.seats if each.awaited)
        move = table.rules.spell(rng.choice(table.rules.moves(table.state, seat.number)))
        play_turn(match.pk, seat.number, move, seen=table.match.ply_count, now=at, source="page")
    if not running:
        matches.resign_match(match.pk, players[rng.randrange(2)], now=at + HOUR)
    match.refresh_from_db()
    return match


def _multiply(
    played: Sequence[Match], people: People, number: int, begin: datetime, span: timedelta, say: Say
) -> None:
    """Copy each of the matches in turn until there are so many, in the order of their ends."""
    first = _reserve(Match, number)
    apart = span / max(number, 1)
    for done in range(0, number, AT_ONCE):
        most = min(AT_ONCE, number - done)
        for place, match in enumerate(played):
            here = len(range(place, most, len(played)))
            start = done + place
            plan = Copies(
                here, first + start, len(played), begin + apart * start, apart * len(played)
            )
            with transaction.atomic():
                _copy(match, plan, people)
        say(f"  {done + most} of {number}")


def _copy(match: Match, plan: Copies, people: People) -> None:
    """Copy one match and what belongs to it."""
    ended = match.finished_at or match.plies.latest("number").at
    values: dict[str, Any] = {
        "match": match.pk,
        "number": plan.number,
        "first": plan.first,
        "step": plan.step,
        "shift": plan.ends - ended,
        "apart": plan.apart,
        "people": people.number,
        "person": people.first,
        "bot": people.first_bot,
    }
    with connection.cursor() as cursor:
        cursor.execute(_copying(Match, "id", id=COPY), values)
        cursor.execute(_copying(Seat, player_id=SEATED.format(seat="source.number")), values)
        cursor.execute(_copying(Ply), values)
        cursor.execute(_copying(ClockCharge), values)
        cursor.execute(_copying_messages(), values)


# The key of a copy, and who has one of its two seats: everybody in turn; now and then a bot.
COPY = "(%(first)s + copy * %(step)s)"
WITH_BOT = "copy %% 10 = 9"
SEATED = (
    f"CASE WHEN {{seat}} = 0 THEN %(person)s + {COPY} * 7919 %% %(people)s "
    f"WHEN {WITH_BOT} THEN %(bot)s + copy / 10 %% {BOTS} "
    f"ELSE %(person)s + ({COPY} * 7919 + 1 + copy %% (%(people)s - 1)) %% %(people)s END"
)
COPIED = "generate_series(0::bigint, %(number)s::bigint - 1) AS copy"
SHIFT = "%(shift)s::interval + copy * %(apart)s::interval"


def _copying(model: type[models.Model], of: str = "match_id", **changed: str) -> str:
    """Return the statement that copies the rows of a match in one table."""
    columns = _columns(model, {of: COPY, **changed}, without="" if of == "id" else "id")
    names, values = ", ".join(f'"{name}"' for name in columns), ", ".join(columns.values())
    table = model._meta.db_table  # noqa: SLF001 (public for all purposes)
    return (
        f"INSERT INTO {table} ({names}) SELECT {values} "  # noqa: S608 (names of our own columns)
        f"FROM {table} AS source, {COPIED} WHERE source.{of} = %(match)s ORDER BY copy, source.id"
    )


def _columns(model: type[models.Model], changed: dict[str, str], without: str) -> dict[str, str]:
    """Return what each column of a copy holds: the source's value, instants moved, keys its own."""
    columns: dict[str, str] = {}
    for each in model._meta.concrete_fields:  # noqa: SLF001
        if each.column is None or each.column == without:
            continue
        value = f'source."{each.column}"'
        if isinstance(each, models.DateTimeField):
            value = f"{value} + ({SHIFT})"
        columns[each.column] = changed.get(each.column, value)
    return columns


def _copying_messages() -> str:
    """Return the statement that copies the first e-mails of a match as sent, with their events."""
    player = SEATED.format(seat="seat.number")
    facts = (
        f"jsonb_set(jsonb_set(jsonb_set(source.context, '{{table,match}}', to_jsonb({COPY})), "
        f"'{{table,seats,0,player}}', to_jsonb({SEATED.format(seat=0)})), "
        f"'{{table,seats,1,player}}', to_jsonb({SEATED.format(seat=1)}))"
    )
    url = f"jsonb_set({facts}, '{{url}}', to_jsonb('/matches/' || {COPY} || '/'))"
    changed = {
        "key": f"replace(source.key, ':' || %(match)s || ':', ':' || {COPY} || ':')",
        "player_id": player,
        "address": f"'member' || ({player} - %(person)s + {MODELS}) || '@example.org'",
        "context": url,
        "thread": f"'match:' || {COPY}",
        "message_id": f"'<' || {COPY} || '.' || source.id || '@example.org>'",
        "digest_id": "NULL::bigint",
        "state": "'sent'",
        "fault": "''",
        "claimed_until": "NULL::timestamptz",
        "withdrawn_at": "NULL::timestamptz",
        "sent_at": f"source.due_at + ({SHIFT})",
        "attempts": "1",
        "last_error": "''",
    }
    columns = _columns(Message, changed, without="id")
    names, values = ", ".join(f'"{name}"' for name in columns), ", ".join(columns.values())
    message, event, seat = (each._meta.db_table for each in (Message, DeliveryEvent, Seat))  # noqa: SLF001
    return (
        f"WITH source AS (SELECT * FROM {message} "  # noqa: S608 (names of our own columns)
        f"WHERE thread = 'match:' || %(match)s ORDER BY id LIMIT {E_MAILS}), "
        f"written AS (INSERT INTO {message} ({names}) SELECT {values} FROM {COPIED}, source "
        f"JOIN {seat} AS seat ON seat.match_id = %(match)s "
        f"AND seat.player_id = source.player_id WHERE NOT (seat.number = 1 AND {WITH_BOT}) "
        "ORDER BY copy, source.id RETURNING id, created_at, sent_at) "
        f"INSERT INTO {event} (message_id, at, event, detail) "
        "SELECT id, at, event, '' FROM written, LATERAL (VALUES (created_at, 'queued'), "
        "(sent_at, 'claimed'), (sent_at, 'accepted')) AS told (at, event)"
    )


# ---- ratings -----------------------------------------------------------------------------------


class _Line(NamedTuple):
    """A seat of a match that has not been rated yet."""

    match: int
    pool: str
    at: datetime
    turn: int
    player: int
    rank: int
    side: int


UNRATED = """
    SELECT m.id, m.pool, m.finished_at, m.turn, s.player_id, s.rank, s.number
    FROM games_match m JOIN games_seat s ON s.match_id = m.id
    WHERE m.id > %s AND m.id <= %s AND m.status = 'finished' AND m.pool <> ''
      AND NOT EXISTS (SELECT 1 FROM games_ratingentry e WHERE e.match_id = m.id)
    ORDER BY m.id, s.number
"""


def _rate() -> None:
    """Rate the copies in their order, from the start value of everybody."""
    figures: dict[tuple[int, str], ratings.Standing] = {}
    last = Match.objects.aggregate(last=models.Max("pk"))["last"] or 0
    for done in range(0, last, AT_ONCE):
        with connection.cursor() as cursor:
            cursor.execute(UNRATED, [done, done + AT_ONCE])
            lines = [_Line(*row) for row in cursor.fetchall()]
        _insert(RatingEntry, ENTRY, _entries(lines, figures))
    _insert(
        Rating,
        ("player_id", "pool", "value", "games", "entries"),
        ((player, pool, *figure, figure.games) for (player, pool), figure in figures.items()),
    )


ENTRY = ("player_id", "pool", "match_id", "number", "at", "games_before", "before", "after",
         "turn", "rank", "side", "counts")  # fmt: skip


def _entries(
    lines: Iterable[_Line], figures: dict[tuple[int, str], ratings.Standing]
) -> Iterator[tuple[object, ...]]:
    """Yield the entries of matches, two lines each, and move the figures."""
    for first, second in batched(lines):
        pool = first.pool
        keys = (first.player, pool), (second.player, pool)
        before = [figures.get(key, ratings.Standing()) for key in keys]
        deltas = ratings.updates(
            before, (first.rank, second.rank), (first.side, second.side), ratings.share_of(pool)
        )
        for key, line, was, delta in zip(keys, (first, second), before, deltas, strict=True):
            figures[key] = ratings.Standing(was.value + delta, was.games + 1)
            yield (line.player, pool, line.match, was.games + 1, line.at, was.games, was.value,
                   was.value + delta, line.turn, line.rank, line.side, 1)  # fmt: skip


def batched(lines: Iterable[_Line]) -> Iterator[tuple[_Line, _Line]]:
    """Yield lines two by two."""
    rest = iter(lines)
    return zip(rest, rest, strict=True)
