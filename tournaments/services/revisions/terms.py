"""The terms that can be revised, and when; their stored values and texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple

from django.utils.text import Truncator
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from accounts.naming import isolated, one_line, strip_bidi
from games.rules import registry
from games.rules.base import JSON
from games.services.errors import Refused
from games.services.wording.time_words import moment_words
from tournaments.formats.base import MAX_ENTRANTS
from tournaments.models import Through, Tournament, Withdrawals
from tournaments.services.plans import default_tie_breaks, terms_used
from tournaments.services.wording import criterion_name

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

MAX_EXCERPT_LENGTH = 120  # characters of an announcement shown in a list of changes
INDIVIDUAL_TERMS = {"most", "starts_when_full", "answer_days", "asks_silent"}  # not in team events
INSTANTS = ("starts_at", "round_end")
OPEN, RUNNING = Tournament.Status.OPEN, Tournament.Status.RUNNING
Formatters = Mapping[str, Callable[[JSON], str]]


@dataclass(frozen=True)
class Term:
    """A term that can be revised, and in which states.

    ``told``: whether entrants are e-mailed about it. Each is a column, except the end of the
    current rounds.
    """

    name: str
    label: _StrPromise
    states: tuple[str, ...] = (OPEN,)
    told: bool = True


TERMS: Mapping[str, Term] = {
    each.name: each
    for each in (
        Term("name", gettext_lazy("Name"), (OPEN, RUNNING)),
        Term("text", gettext_lazy("Announcement"), (OPEN, RUNNING), told=False),
        Term("starts_at", gettext_lazy("Starts")),
        Term("starts_when_full", gettext_lazy("Start automatically when full")),
        Term("rounds", gettext_lazy("Rounds"), (OPEN, RUNNING)),
        Term("round_days", gettext_lazy("Days per round")),
        Term("round_dates", gettext_lazy("Round dates"), (OPEN, RUNNING)),
        Term("round_end", gettext_lazy("End of the current round"), (RUNNING,)),
        Term("least", gettext_lazy("Minimum number of entrants")),
        Term("most", gettext_lazy("Maximum number of entrants"), (OPEN, RUNNING)),
        Term("running_limit", gettext_lazy("Maximum other running matches")),
        Term("access", gettext_lazy("Who may enter"), (OPEN, RUNNING)),
        Term("rating_from", gettext_lazy("Minimum rating"), (OPEN, RUNNING)),
        Term("rating_to", gettext_lazy("Maximum rating"), (OPEN, RUNNING)),
        Term("finished_least", gettext_lazy("Minimum finished matches"), (OPEN, RUNNING)),
        Term("reliability_least", gettext_lazy("Minimum reliability (%)"), (OPEN, RUNNING)),
        Term("answer_days", gettext_lazy("Days to accept a free place")),
        Term("asks_silent", gettext_lazy("Ask inactive players before the start"), told=False),
        Term("entries_closed", gettext_lazy("Entries closed"), (OPEN, RUNNING)),
        Term("late_entry", gettext_lazy("Late entry (Swiss)"), (OPEN, RUNNING)),
        Term(
            "reviewed",
            gettext_lazy("Review pairings before they are published"),
            (OPEN, RUNNING),
            told=False,
        ),
        Term("jury", gettext_lazy("Appeals are decided by a jury of three")),
        Term("bots_welcome", gettext_lazy("Bots may enter"), told=False),
        Term("bots_fill", gettext_lazy("Bots fill free places"), told=False),
        Term("division_size", gettext_lazy("Entrants per division or group")),
        Term("promoted", gettext_lazy("Number promoted and relegated")),
        Term("qualifiers", gettext_lazy("Number that advance from each group to the play-off")),
        Term("through", gettext_lazy("If a knock-out match is drawn")),
        Term("withdrawals", gettext_lazy("After a withdrawal")),
        Term("points", gettext_lazy("Points by place")),
        Term("tie_breaks", gettext_lazy("Tie-breaks, in this order")),
        Term("forbidden", gettext_lazy("Pairs that never meet"), (OPEN, RUNNING), told=False),
        Term("repeats", gettext_lazy("Open the next season automatically"), (OPEN, RUNNING)),
    )
}


class TermChange(NamedTuple):
    """A changed term as text."""

    label: str
    before: str
    after: str


def describe_changes(
    before: Mapping[str, JSON],
    after: Mapping[str, JSON],
    words: Formatters | None = None,
) -> list[TermChange]:
    """Return the changes in the active language and zone; ``words`` overrides some formatters."""
    return [
        TermChange(
            str(TERMS[name].label),
            format_value(name, before[name], words),
            format_value(name, value, words),
        )
        for name, value in after.items()
    ]


def require_announced(tournament: Tournament) -> None:
    """Refuse ``not_announced`` for drafts, which are edited instead."""
    if tournament.status == Tournament.Status.DRAFT:
        raise Refused("not_announced")


def require_not_over(tournament: Tournament) -> None:
    """Refuse ``not_announced`` for drafts, and ``tournament_over``."""
    require_announced(tournament)
    if tournament.finished_at is not None:
        raise Refused("tournament_over")


def revisable_terms(tournament: Tournament) -> list[str]:
    """Return the names of the terms that can be revised in the current state."""
    names = [name for name, term in TERMS.items() if tournament.status in term.states]
    fixed = _fixed_while_running(tournament) if tournament.is_running else set()
    if tournament.event_format.has_teams:
        fixed |= INDIVIDUAL_TERMS if tournament.is_open else {*INDIVIDUAL_TERMS, "access"}
    fixed |= {name for name, used in terms_used(tournament.event_format).items() if not used}
    if not tournament.event_format.needs_rounds:
        fixed.add("rounds")
    if not registry.get(tournament.ruleset).pool:
        fixed |= {"rating_from", "rating_to"}
    return [name for name in names if name not in fixed]


def _fixed_while_running(tournament: Tournament) -> set[str]:
    fixed = set()
    if not tournament.event_format.has_rounds or tournament.at_once:
        fixed.add("round_dates")
    if tournament.round_end is None:
        fixed.add("round_end")
    if tournament.accelerated:
        fixed.add("rounds")  # virtual points depend on the number of rounds
    if not (tournament.event_format.always_open or tournament.late_entry):
        fixed.add("most")
    return fixed


def stored_value(tournament: Tournament, name: str) -> JSON:
    """Return the value of a term as revisions store it."""
    return to_json(getattr(tournament, name))


def normalize_value(name: str, value: JSON) -> JSON:
    """Return a term as it is stored: texts without bidi controls."""
    tidy = {"name": one_line, "text": strip_bidi}.get(name)
    return tidy(str(value)) if tidy is not None else to_json(value)


def with_defaults(tournament: Tournament, wanted: Mapping[str, JSON]) -> dict[str, JSON]:
    """Return the terms with defaults for empty points, tie-breaks and maximum."""
    values, format_ = dict(wanted), tournament.event_format
    most = format_.max_entrants(values.get("division_size", tournament.division_size))
    unlimited = values.get("most", tournament.most) is None and most < MAX_ENTRANTS
    if unlimited and {"most", "division_size"}.intersection(values):
        values["most"] = most
    if "points" in values:
        values["points"] = values["points"] or format_.default_points(tournament.seats)
    if "tie_breaks" in values or "promoted" in values:
        given = values.get("tie_breaks", tournament.tie_breaks)
        promoted = values.get("promoted", tournament.promoted)
        values["tie_breaks"] = default_tie_breaks(format_, given, promoted)
    return values


def to_json(value: object) -> JSON:
    """Return an instant, sequence, number, text or bool as JSON.

    At either end of the calendar, where UTC has no such day, an instant keeps its hour.
    """
    if isinstance(value, datetime):
        try:
            return value.astimezone(UTC).isoformat()
        except OverflowError:
            return value.replace(tzinfo=UTC).isoformat()
    if isinstance(value, list | tuple):
        return [to_json(each) for each in value]
    return value


def set_term(tournament: Tournament, name: str, value: JSON) -> None:
    """Set a term from its stored value without saving the tournament."""
    given = datetime.fromisoformat(value) if name in INSTANTS and value else value
    setattr(tournament, name, given)


def format_value(name: str, value: JSON, words: Formatters | None = None) -> str:
    """Return a stored value in the reader's language and time zone."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if value in (None, "", []) or (name == "division_size" and not value):
        return _("none")
    return {**FORMATTERS, **(words or {})}.get(name, str)(value)


def _format_instant(text: str) -> str:
    return moment_words(datetime.fromisoformat(text))


def _format_days(texts: list[str]) -> str:
    instants = [datetime.fromisoformat(each) for each in texts]
    return "; ".join(moment_words(each, "SHORT_DATETIME_FORMAT") for each in instants)


def _format_excerpt(text: str) -> str:
    return _("“%(text)s”") % {"text": isolated(Truncator(text).chars(MAX_EXCERPT_LENGTH))}


def _format_pair_count(pairs: list[JSON]) -> str:
    """Return only the number of pairs: only organisers may know who they are."""
    return ngettext("%(count)d pair", "%(count)d pairs", len(pairs)) % {"count": len(pairs)}


FORMATTERS: Formatters = {
    **dict.fromkeys(INSTANTS, _format_instant),
    **dict.fromkeys(("text", "name"), _format_excerpt),
    "round_dates": _format_days,
    "access": lambda value: str(Tournament.Access(value).label),
    "through": lambda value: str(Through(value).label),
    "withdrawals": lambda value: str(Withdrawals(value).label),
    "points": lambda value: ", ".join(map(str, value)),
    "tie_breaks": lambda value: "; ".join(map(criterion_name, value)),
    "forbidden": _format_pair_count,
}
