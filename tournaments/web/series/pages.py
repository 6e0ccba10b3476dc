"""Series of events: the list, the table over all events, files, and changes by its leaders."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.numbers import parse_number
from accounts.queries import PageRequest, PlayerRequest
from games.services.errors import Refused
from games.web.files import etag_response
from games.web.match.match import SeeOther
from tournaments import series_queries
from tournaments.services import refusals
from tournaments.services.files import series_feed
from tournaments.services.organisers import series as services
from tournaments.services.wording import format_points
from tournaments.standings.championship import ChampionshipRow
from tournaments.web.errors import form_page, show_refusals
from tournaments.web.exports import csv_response, plain_number, safe_cell
from tournaments.web.series.forms import SeriesForm
from tournaments.web.syndication import ATOM

if TYPE_CHECKING:
    from accounts.models import Player
    from tournaments.models import Series


@require_safe
def index(request: PageRequest) -> HttpResponse:
    found = series_queries.visible_series(request.reader)[:200]
    return render(request, "tournaments/series/index.html", {"found": found})


@require_http_methods(["GET", "HEAD", "POST"])
@show_refusals
def page(request: PageRequest, pk: int) -> HttpResponse:
    """Show the table over all events; leaders of the series add and remove events."""
    found = _series_or_404(request, pk)
    leads = series_queries.can_change_series(found, request.reader)
    if request.method == "POST" and request.reader is not None:
        _change_events(request, found, request.reader)
        return SeeOther(found.get_absolute_url())
    events = series_queries.events_in(found)
    addable = (
        series_queries.addable_events(found, request.reader) if leads and request.reader else []
    )
    context = {
        "series": found,
        "events": events,
        "rows": _rows(series_queries.series_ranking(found, events)),
        "leads": leads,
        "is_public": found.club is None or not found.club.private,
        "addable": addable,
    }
    return render(request, "tournaments/series/series.html", context)


def _change_events(request: PageRequest, series: Series, reader: Player) -> None:
    """Add or remove the event that was posted."""
    event = parse_number(request.POST.get("event", "")) or 0
    if "remove" in request.POST:
        services.remove_event(series.pk, reader, event)
    else:
        services.add_event(series.pk, reader, event, now=timezone.now())
    messages.success(request, _("The series has been changed."))


@form_page
def new(request: PlayerRequest) -> HttpResponse:
    form = SeriesForm(request.POST or None, reader=request.reader, new=True)
    if request.method == "POST" and form.is_valid():
        try:
            made = services.found_series(request.reader, form.statutes(), now=timezone.now())
            return SeeOther(made.get_absolute_url())
        except Refused as refusal:
            form.add_error(None, refusals.explain(refusal))
    return _form(request, form, None)


@form_page
def change(request: PlayerRequest, pk: int) -> HttpResponse:
    found = _series_or_404(request, pk)
    if not series_queries.can_change_series(found, request.reader):
        raise Refused("not_your_series")
    initial = {"name": found.name, "text": found.text, "best": found.best}
    initial["points"] = " ".join(str(each) for each in found.points)
    form = SeriesForm(request.POST or None, reader=request.reader, new=False, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            services.change_series(pk, request.reader, form.statutes())
            return SeeOther(found.get_absolute_url())
        except Refused as refusal:
            form.add_error(None, refusals.explain(refusal))
    return _form(request, form, found)


def _form(request: PlayerRequest, form: SeriesForm, series: Series | None) -> HttpResponse:
    context = {"form": form, "series": series}
    status = 422 if form.errors else 200
    return render(request, "tournaments/series/form.html", context, status=status)


@require_safe
def table_csv(request: PageRequest, pk: int) -> HttpResponse:
    """Serve the table as CSV: place, player, total, then the points in each event."""
    found = _series_or_404(request, pk)
    events = series_queries.events_in(found)
    rows: list[list[object]] = [
        ["place", "player", "points", *(safe_cell(each.title) for each in events)]
    ]
    for row, player in series_queries.series_ranking(found, events):
        own = map(plain_number, (row.total, *row.points))
        rows.append([row.place, safe_cell(player.name), *own])
    return csv_response(rows, f"series-{found.pk}.csv")


@require_safe
def as_json(request: PageRequest, pk: int) -> JsonResponse:
    found = _series_or_404(request, pk)
    events = series_queries.events_in(found)
    table = [
        {
            "place": row.place,
            "player": player.pk,
            "name": player.name,
            "points": float(row.total),
            "events": [None if each is None else float(each) for each in row.points],
            "places": list(row.places),
            "counts": list(row.counts),
        }
        for row, player in series_queries.series_ranking(found, events)
    ]
    said = {"name": found.name, "points_by_place": found.points, "best": found.best}
    named = [{"id": each.pk, "name": each.title} for each in events]
    return JsonResponse({**said, "events": named, "table": table})


@require_safe
def feed(request: HttpRequest, pk: int) -> HttpResponse:
    """Serve the latest news as Atom, the same for everybody, with an ETag."""
    found = series_queries.series_for(None, pk)
    if found is None:
        raise Http404
    return etag_response(request, series_feed.feed_of(found), ATOM)


def _series_or_404(request: PageRequest, pk: int) -> Series:
    found = series_queries.series_for(request.reader, pk)
    if found is None:
        raise Http404
    return found


def _rows(table: list[tuple[ChampionshipRow, Player]]) -> list[dict[str, object]]:
    """Return the table as texts; results that do not count are in brackets."""
    return [
        {
            "place": row.place,
            "player": player,
            "total": format_points(row.total),
            "cells": [_cell(row, at) for at in range(len(row.points))],
        }
        for row, player in table
    ]


def _cell(row: ChampionshipRow, at: int) -> str:
    if row.points[at] is None:
        return "–"
    said = format_points(row.points[at])
    return said if row.counts[at] else f"({said})"
