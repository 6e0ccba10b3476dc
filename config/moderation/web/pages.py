"""Forms to report a name, a profile or a message, and the page where operators settle reports."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import admin, messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import Player
from accounts.numbers import parse_number
from accounts.queries import PlayerRequest, login_of
from accounts.services.errors import Refused
from config.moderation import queries, services
from config.moderation.models import Report
from games import match_queries, queries as match_reads
from games.services.errors import Refused as GameRefused
from games.web.access import account_required
from games.web.errors import show_refusals
from tournaments import club_queries, queries as tournament_queries, series_queries, team_queries
from tournaments.models import Team
from tournaments.services.moderation import Moderated


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@show_refusals
@account_required
def report_player(request: PlayerRequest, pk: int) -> HttpResponse:
    others = Player.objects.filter(closed_at=None).exclude(kind=Player.Kind.BOT)
    about = others.exclude(pk=request.reader.pk).filter(pk=pk).first()
    if about is None:
        raise GameRefused("no_such_player")
    what, reason, error = request.POST.get("what", ""), request.POST.get("reason", ""), ""
    if request.method == "POST":
        error = _submit_report(request, partial(services.report_player, about, what, reason))
        if not error:
            return redirect("games:player", pk)
    of_people = (Report.What.NAME, Report.What.PROFILE)
    kinds = [each for each in Report.What.choices if each[0] in of_people]
    context = {
        "about": about,
        "kinds": kinds,
        "chosen": what,
        "reason": reason,
        "error": error,
        "most": services.MAX_REPORT_LENGTH,
    }
    return render(request, "config/report_player.html", context, status=422 if error else 200)


def _report_view(find: Callable[[Player, Any], Moderated | None]) -> Callable[..., HttpResponse]:
    """Return a view to report the name or text of an object that ``find`` returns if visible."""

    def view(request: PlayerRequest, /, **where: object) -> HttpResponse:
        (key,) = where.values()
        named = find(request.reader, key)
        if named is None:
            raise Http404
        error, reason = "", request.POST.get("reason", "")
        if request.method == "POST":
            error = _submit_report(request, partial(services.report_object, named, reason))
            if not error:
                return redirect(named)
        context = {
            "named": named,
            "reason": reason,
            "error": error,
            "most": services.MAX_REPORT_LENGTH,
        }
        return render(request, "config/report_named.html", context, status=422 if error else 200)

    guarded = show_refusals(account_required(view))
    return never_cache(require_http_methods(["GET", "HEAD", "POST"])(guarded))


def _team_for(reader: Player, pk: int) -> Team | None:
    found = team_queries.get_team(pk)
    return (
        found
        if found is not None and tournament_queries.can_see(found.tournament, reader)
        else None
    )


report_club = _report_view(club_queries.visible_club)
report_team = _report_view(_team_for)
report_tournament = _report_view(tournament_queries.visible_tournament)
report_series = _report_view(series_queries.series_for)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@show_refusals
@account_required
def report_message(request: PlayerRequest, pk: int) -> HttpResponse:
    """Report a chat message of another player in one of the reader's matches."""
    position = match_reads.position_for(request.reader, pk)
    if position is None:
        raise GameRefused("no_such_match")
    match = position.match
    lines = queries.messages_of_others(
        match_queries.chat_for(request.reader, match), request.reader
    )
    chosen, reason, error = (
        parse_number(request.POST.get("line")),
        request.POST.get("reason", ""),
        "",
    )
    if request.method == "POST":
        line = next((each for each in lines if each.pk == chosen), None)
        error = _submit_report(request, partial(services.report_chat_line, line, reason))
        if not error:
            return redirect(match.get_absolute_url())
    context = {
        "match": match,
        "lines": lines,
        "chosen": chosen,
        "reason": reason,
        "error": error,
        "most": services.MAX_REPORT_LENGTH,
        "now": timezone.now(),
    }
    return render(request, "config/report_message.html", context, status=422 if error else 200)


def _submit_report(request: PlayerRequest, hand_in: Callable[..., Report]) -> str:
    """Submit a report; return the error message, empty on success."""
    try:
        hand_in(by=request.reader, now=timezone.now())
    except Refused as refusal:
        return str(refusal)
    messages.success(request, _("Thank you. An operator will review it."))
    return ""


@require_http_methods(["GET", "HEAD", "POST"])
def reports(request: HttpRequest) -> HttpResponse:
    """List the reports, and settle one."""
    error = ""
    if request.method == "POST":
        sent = request.POST
        try:
            services.settle_reports(
                parse_number(sent.get("report")) or 0,
                sent.get("outcome", ""),
                sent.get("words", ""),
                by=getattr(login_of(request), "player", None),
                now=timezone.now(),
            )
        except Refused as refusal:
            error = str(refusal)
        else:
            messages.success(request, _("Settled. Everybody concerned will get an e-mail."))
            return redirect("admin:reports")
    context: dict[str, Any] = {
        **admin.site.each_context(request),
        "title": _("Reports"),
        "subjects": queries.pending_subjects(getattr(login_of(request), "player", None)),
        "log": queries.settled_reports(),
        "error": error,
        "chosen": parse_number(request.POST.get("report")),
        "words": request.POST.get("words", ""),
        "most": services.MAX_REPORT_LENGTH,
    }
    return render(request, "admin/reports.html", context)
