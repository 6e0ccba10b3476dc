"""The public news of a tournament as an Atom feed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.naming import isolated
from tournaments import event_queries
from tournaments.models import Revision, Round, Tournament
from tournaments.services import log, wording
from tournaments.services.files import atom
from tournaments.services.files.atom import MAX_ENTRIES, FeedEntry, Head
from tournaments.services.revisions import terms


def feed_of(tournament: Tournament) -> bytes:
    address = reverse("tournaments:news_feed", args=[tournament.pk])
    about = wording.format_name(tournament)
    head = Head(tournament.title, about, tournament.get_absolute_url(), address)
    return atom.render_feed(head, _entries(tournament))


def _entries(tournament: Tournament) -> Iterator[FeedEntry]:
    if tournament.announced_at is not None:
        text = tournament.text or wording.format_name(tournament)
        yield FeedEntry("announced", tournament.announced_at, _("Announced"), text)
    yield from _round_entries(tournament)
    for each in event_queries.latest_revisions(tournament, MAX_ENTRIES):
        if each.act != Revision.Act.CALLED_OFF:  # shown as the end
            yield FeedEntry(f"revision-{each.pk}", each.made_at, _("Changed"), _changes(each))
    if tournament.finished_at is not None:
        cancelled = tournament.status == Tournament.Status.CANCELLED
        title = _("Cancelled") if cancelled else _("Finished")
        text = "" if cancelled else _winners(tournament)
        yield FeedEntry("ended", tournament.finished_at, title, text)


def _round_entries(tournament: Tournament) -> Iterator[FeedEntry]:
    """Yield rounds when published and closed; simultaneous ones of all divisions are merged."""
    rounds = event_queries.published_rounds(tournament)
    for each, at, names in _merge_divisions((made, made.published_at) for made in rounds):
        title = _("%(round)s is published") % {"round": wording.round_label(each.number)}
        yield FeedEntry(_key("published", each, at), at, title, names)
    closed = ((made, made.closed_at) for made in rounds if made.closed_at is not None)
    for each, at, names in _merge_divisions(closed):
        title = _("%(round)s is closed") % {"round": wording.round_label(each.number)}
        yield FeedEntry(_key("closed", each, at), at, title, names)


def _key(what: str, round_: Round, at: datetime) -> str:
    return f"{what}-{round_.division.stage}-{round_.number}-{int(at.timestamp())}"


def _merge_divisions(
    rounds: Iterable[tuple[Round, datetime]],
) -> Iterator[tuple[Round, datetime, str]]:
    """Yield one round of each stage, number and second, with the names of its divisions."""
    found: dict[tuple[str, int, int], list[tuple[Round, datetime]]] = {}
    for made, at in rounds:
        key = (made.division.stage, made.number, int(at.timestamp()))
        found.setdefault(key, []).append((made, at))
    for group in found.values():
        yield *group[0], _division_names([made for made, _at in group])


def _division_names(rounds: Sequence[Round]) -> str:
    """Return the names of the divisions; "" if the tournament has only one."""
    playoff = any(each.division.stage == each.division.Stage.PLAYOFF for each in rounds)
    several = rounds[0].division.tournament.division_size or playoff
    return ", ".join(wording.division_name(each.division) for each in rounds) if several else ""


def _changes(revision: Revision) -> str:
    """Return the changes, one per line, without reasons, which only organisers see."""
    if revision.act != Revision.Act.TERMS:
        return log.sentence(revision)
    rows = terms.describe_changes(revision.before, revision.after)
    return "\n".join(f"{row.label}: {row.before} → {row.after}" for row in rows)


def _winners(tournament: Tournament) -> str:
    """Return the winners of the highest division or the play-off."""
    names = ", ".join(map(isolated, event_queries.winners(tournament)))
    return _("Winner: %(names)s") % {"names": names} if names else ""
