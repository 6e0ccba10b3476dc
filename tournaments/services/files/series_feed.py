"""The public news of a series of events as an Atom feed."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.naming import isolated
from tournaments import event_queries, series_queries
from tournaments.models import Series, Tournament
from tournaments.services.files import atom
from tournaments.services.files.atom import FeedEntry, Head


def feed_of(series: Series) -> bytes:
    """Return the events added and those finished, with their winners."""
    address = reverse("tournaments:series_feed", args=[series.pk])
    head = Head(
        series.name, series.text or _("Series of events"), series.get_absolute_url(), address
    )
    return atom.render_feed(head, _entries(series))


def _entries(series: Series) -> Iterator[FeedEntry]:
    yield FeedEntry("founded", series.created_at, _("Series founded"), series.text)
    for row in series_queries.series_events(series):
        event = row.tournament
        title = _("Added: %(event)s") % {"event": isolated(event.title)}
        yield FeedEntry(f"added-{row.pk}", row.added_at, title)
        if event.finished_at is not None:
            yield _end_entry(event)


def _end_entry(event: Tournament) -> FeedEntry:
    assert event.finished_at is not None
    if event.status == Tournament.Status.CANCELLED:
        title = _("Cancelled: %(event)s") % {"event": isolated(event.title)}
        return FeedEntry(f"ended-{event.pk}", event.finished_at, title)
    names = ", ".join(map(isolated, event_queries.winners(event)))
    title = _("Finished: %(event)s") % {"event": isolated(event.title)}
    text = _("Winner: %(names)s") % {"names": names} if names else ""
    return FeedEntry(f"ended-{event.pk}", event.finished_at, title, text)
