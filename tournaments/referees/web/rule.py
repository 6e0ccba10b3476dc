"""Ruling in three steps: fill in the form, preview what follows, sign exactly that."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.queries import PlayerRequest
from accounts.times.instants import parse_instant
from games.services.errors import Refused
from games.web.errors import Notice
from games.web.match.match import SeeOther
from tournaments import panel_queries
from tournaments.referees.queries import cases as case_queries, desk
from tournaments.referees.services import case_words, rulings
from tournaments.referees.services.acts import registry
from tournaments.referees.services.previews import Preview
from tournaments.referees.services.rule_words import rule_titles
from tournaments.referees.services.rulings import PreviewChanged
from tournaments.referees.web.access import for_referees, refusal_to_rule
from tournaments.referees.web.errors import answer_to
from tournaments.referees.web.forms.act import ActForm
from tournaments.referees.web.preview.view import PreviewView
from tournaments.referees.web.reasons import RULES_BY_KIND, insert_reason, reasons_for
from tournaments.referees.web.ruling_target import RulingTarget


@require_http_methods(["GET", "HEAD", "POST"])
@for_referees
def rule_case(request: PlayerRequest, pk: int) -> HttpResponse:
    case = case_queries.case_for_referee(request.reader, pk)
    if case is None:
        raise Refused("no_such_case")
    return ruling_page(
        request, RulingTarget(case=case), reverse("referees:referee_case", args=[pk])
    )


@require_http_methods(["GET", "HEAD", "POST"])
@for_referees
def rule_match(request: PlayerRequest, pk: int) -> HttpResponse:
    match = desk.match_for_referee(request.reader, pk)
    if match is None:
        raise Refused("no_such_match")
    return ruling_page(
        request, RulingTarget(match=match), reverse("referees:match_desk", args=[pk])
    )


@require_http_methods(["GET", "HEAD", "POST"])
@for_referees
def rule_player(request: PlayerRequest, pk: int) -> HttpResponse:
    player = case_queries.reportable_player(request.reader, pk)
    if not panel_queries.is_general_referee(request.reader):
        raise Refused("not_your_event")
    if player is None:
        raise Refused("no_such_player")
    return ruling_page(request, RulingTarget(player=player), reverse("games:player", args=[pk]))


def ruling_page(request: PlayerRequest, bench: RulingTarget, back: str) -> HttpResponse:
    """Show the form, show the preview, or sign."""
    act = request.POST.get("act") or request.GET.get("act") or ""
    if act != registry.UNDO:
        registry.act_named(act)
    step = request.POST.get("step", "")
    reasons = reasons_for(act, request.reader, _kind(bench))
    initial = _initial_values(request, bench)
    if "insert" in request.POST:
        step, initial = "", insert_reason(request.POST, reasons)
    form = ActForm(request.POST if step else None, act=act, bench=bench, initial=initial)
    context: dict[str, object] = {
        "form": form,
        "act": act,
        "act_name": case_words.act_name(act),
        "bench": bench,
        "reasons": reasons,
    }
    context |= {"back": back, "rules": rule_titles()}
    if (closed := _refusal_to_order(request, bench, act)) is not None:
        context |= {"notice": closed, "form": None}
        return render(request, "referees/act.html", context, status=closed.status)
    if step not in ("preview", "sign") or not form.is_valid():
        return render(request, "referees/act.html", context, status=422 if form.errors else 200)
    try:
        if step == "sign":
            return _sign(request, form)
        preview = rulings.preview_ruling(form.ruling_request(), request.reader, now=timezone.now())
    except PreviewChanged as changed:
        return _preview_page(request, bench, context, changed.preview, answer_to(changed))
    except Refused as refusal:
        notice = answer_to(refusal)
        context["notice"] = notice
        return render(request, "referees/act.html", context, status=notice.status)
    return _preview_page(request, bench, context, preview)


def _refusal_to_order(request: PlayerRequest, bench: RulingTarget, act: str) -> Notice | None:
    """Return why the reader may not order this here, or None."""
    case = bench.case
    closed = refusal_to_rule(
        request, case=case, match=bench.match, player=bench.player, tournament=bench.tournament
    )
    if closed is None and case is not None and act != registry.UNDO and not case.is_pending:
        return answer_to(Refused("case_decided", state=case.state))
    return closed


def _initial_values(request: PlayerRequest, bench: RulingTarget) -> dict[str, str]:
    """Return the values in the query string, and the usual rule for the kind of case."""
    usual = {"paragraph": RULES_BY_KIND.get(_kind(bench), "")}
    return usual | {name: str(value) for name, value in request.GET.items() if name != "act"}


def _kind(bench: RulingTarget) -> str:
    """Return the kind of the case; empty outside of cases."""
    return bench.case.kind if bench.case is not None else ""


def _preview_page(
    request: PlayerRequest,
    bench: RulingTarget,
    context: dict[str, object],
    preview: Preview,
    notice: Notice | None = None,
) -> HttpResponse:
    """Show what would follow, ready to be signed."""
    now = timezone.now()
    context |= {
        "view": PreviewView(preview, bench.table, now),
        "notice": notice,
        "at": preview.at.isoformat(),
        "digest": preview.digest,
        "sentences": [case_words.ruling_sentence(ruling) for ruling in preview.rulings],
    }
    return render(
        request, "referees/preview.html", context, status=notice.status if notice else 200
    )


def _sign(request: PlayerRequest, form: ActForm) -> HttpResponse:
    """Sign what was shown, and redirect to the case."""
    now = timezone.now()
    at = parse_instant(request.POST.get("at", "")) or now - rulings.PREVIEW_LIFETIME * 2
    signed = rulings.sign_ruling(
        form.ruling_request(),
        request.reader,
        at=at,
        digest=request.POST.get("digest", ""),
        now=now,
    )
    messages.success(request, _("Signed as ruling %(number)s.") % {"number": signed[-1].number})
    return SeeOther(reverse("referees:referee_case", args=[signed[-1].case_id]))
