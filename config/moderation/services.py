"""Reporting content and settling reports; the e-mails are written in the same transaction."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, ClassVar

from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _, gettext_lazy

from accounts.models import Player
from accounts.naming import has_controls, one_line
from accounts.queries import players_with_roles
from accounts.roles import OPERATOR
from accounts.services import names, profile
from accounts.services.errors import Refused
from config.moderation import queries
from config.moderation.models import Report
from games.models import ChatLine
from games.services.play import hiding
from notifications.services import outbox
from tournaments.models import Club, Series, Team, Tournament
from tournaments.services import moderation
from tournaments.services.moderation import Moderated

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

What, Outcome = Report.What, Report.Outcome
MAX_REPORT_LENGTH, MAX_OPEN_REPORTS = 500, 10


class ReportRefused(Refused):
    sentences: ClassVar[Mapping[str, _StrPromise]] = {
        "what": gettext_lazy("Choose what you want to report."),
        "reason": gettext_lazy("Describe the problem in a few words."),
        "long": gettext_lazy(
            "Please write at most %(most)d characters; you have written %(length)d."
        ),
        "own": gettext_lazy("You cannot report yourself."),
        "controls": gettext_lazy("Remove the control characters from this line."),
        "own_name": gettext_lazy("You run this yourself, so you can change it."),
        "again": gettext_lazy("You have reported this already; an operator will review it."),
        "many": gettext_lazy(
            "%(most)d of your reports are still waiting for an operator. Please wait for an answer."
        ),
        "gone": gettext_lazy("This can no longer be reported."),
        "settled": gettext_lazy("This report has been settled already."),
        "outcome": gettext_lazy("Choose what to do."),
        "words": gettext_lazy("A warning needs a message to the person."),
        "involved": gettext_lazy("A report that concerns you is decided by another operator."),
    }


@transaction.atomic
def report_player(about: Player, what: str, reason: str, *, by: Player, now: datetime) -> Report:
    """Report somebody's name or profile; every operator is notified by e-mail."""
    if what not in (What.NAME, What.PROFILE):
        raise ReportRefused("what")
    if about.pk == by.pk:
        raise ReportRefused("own")
    if about.closed_at is not None or about.is_bot:
        raise ReportRefused("gone")
    return _save_report(Report(what=what, about=about), reason, by, now)


@transaction.atomic
def report_chat_line(line: ChatLine | None, reason: str, *, by: Player, now: datetime) -> Report:
    """Report a message that the player can read; every operator is notified by e-mail."""
    if line is None:
        raise ReportRefused("what")
    if line.player_id == by.pk:
        raise ReportRefused("own")
    if line.hidden_at is not None:
        raise ReportRefused("gone")
    return _save_report(Report(what=What.CHAT, about=line.player, line=line), reason, by, now)


@transaction.atomic
def report_object(named: Moderated, reason: str, *, by: Player, now: datetime) -> Report:
    """Report the name or text of a club, team, tournament or series; operators are notified."""
    keeper = moderation.responsible_player(named)
    if keeper is None:
        raise ReportRefused("gone")
    if by.pk in moderation.editor_ids(named):
        raise ReportRefused("own_name")
    what = {Club: What.CLUB, Team: What.TEAM, Tournament: What.EVENT, Series: What.SERIES}
    column = type(named).__name__.lower()
    report = Report(what=what[type(named)], about=keeper, **{column: named})
    return _save_report(report, reason, by, now)


def _save_report(report: Report, reason: str, by: Player, now: datetime) -> Report:
    reason = one_line(reason)
    if not reason:
        raise ReportRefused("reason")
    _check_text(reason)
    Player.objects.select_for_update(no_key=True).get(pk=by.pk)  # serialises a person's reports
    report.by, report.reason, report.at = by, reason, now
    if queries.open_reports_like(report).filter(by=by).exists():
        raise ReportRefused("again")
    if queries.open_reports_by(by).count() >= MAX_OPEN_REPORTS:
        raise ReportRefused("many", most=MAX_OPEN_REPORTS)
    report.save()
    for operator in players_with_roles([OPERATOR]):
        if operator.pk not in (report.about_id, by.pk):
            with translation.override(operator.language):
                words = {"site": settings.SITE_NAME, "what": report.get_what_display()}
                headline = _("%(site)s: new report (%(what)s)") % words
                said = [_("Reason: %(reason)s") % {"reason": reason}]
            _notify(operator, f"report:{report.pk}", headline, said, reverse("admin:reports"), now)
    return report


def _check_text(text: str) -> None:
    if has_controls(text):
        raise ReportRefused("controls")
    if len(text) > MAX_REPORT_LENGTH:
        raise ReportRefused("long", most=MAX_REPORT_LENGTH, length=len(text))


@transaction.atomic
def settle_reports(
    number: int, outcome: str, words: str, *, by: Player | None, now: datetime
) -> Report:
    """Carry out an operator's decision; it settles all open reports about the same thing.

    The person concerned is notified of what was done, the reporters that the report was reviewed.
    """
    found = Report.objects.filter(pk=number).first()
    if found is None:
        raise ReportRefused("settled")
    rows = list(queries.open_reports_like(found).select_for_update(no_key=True).order_by("pk"))
    if number not in {row.pk for row in rows}:
        raise ReportRefused("settled")
    if by is not None and by.pk in {*queries.people_concerned(found), *(row.by_id for row in rows)}:
        raise ReportRefused("involved")
    if found.named is not None:
        moderation.lock_moderated(found.named, renamed=outcome == Outcome.RENAMED)
    keeper = moderation.responsible_player(found.named) if found.named is not None else None
    person = keeper.pk if keeper is not None else found.about_id
    found.about = Player.objects.select_for_update(no_key=True).get(pk=person)
    if outcome not in queries.possible_outcomes(found):
        raise ReportRefused("outcome")
    words = one_line(words)
    _check_text(words)
    if outcome == Outcome.WARNED and not words:
        raise ReportRefused("words")
    _carry_out(found, outcome, words, by, now)
    for row in rows:
        row.outcome, row.words, row.settled_by, row.settled_at = outcome, words, by, now
        row.save(update_fields=["outcome", "words", "settled_by", "settled_at"])
        _notify_reporter(row, now)
    return rows[0]


def _carry_out(report: Report, outcome: str, words: str, by: Player | None, now: datetime) -> None:
    """Carry out the decision, and notify the person in their language."""
    if outcome == Outcome.NOTHING:
        return
    with translation.override(report.about.language):
        if outcome == Outcome.WARNED:
            site = {"site": settings.SITE_NAME}
            headline, said = _("%(site)s: a warning from the operators") % site, list[str]()
            url = reverse("conduct")
        elif report.named is not None:
            headline, said, url = _act_on_object(report.named, outcome, by, now)
        else:
            headline, said, url = _act_on_person(report, outcome, now)
        if words:
            said.insert(0, words)
    _notify(report.about, f"moderation:{report.pk}", headline, said, url, now)


def _act_on_object(
    named: Moderated, outcome: str, by: Player | None, now: datetime
) -> tuple[str, list[str], str]:
    """Replace a name or remove a text.

    Return headline, paragraphs and URL of the e-mail to the person responsible.
    """
    site, old = {"site": settings.SITE_NAME}, named.name
    if outcome == Outcome.RENAMED:
        new = moderation.replace_name(named, by, now=now)
        headline = _("%(site)s: a name you are responsible for has been replaced") % site
        said = [_("“%(old)s” is now called “%(new)s”.") % {"new": new, "old": old}]
        if not isinstance(named, Team):
            said.append(_("Whoever runs it can choose another name in the settings."))
    else:
        if not isinstance(named, Team):
            moderation.clear_text(named)
        headline = _("%(site)s: a description you are responsible for has been removed") % site
        said = [_("It is the description of “%(name)s”.") % {"name": old}]
    named.refresh_from_db()  # the URL of a club contains its name
    return headline, said, named.get_absolute_url()


def _act_on_person(report: Report, outcome: str, now: datetime) -> tuple[str, list[str], str]:
    """Hide a message, replace a name or clear a profile.

    Return headline, paragraphs and URL of the e-mail to the person.
    """
    person, site, url = report.about, {"site": settings.SITE_NAME}, reverse("conduct")
    if outcome == Outcome.HIDDEN and report.line is not None:
        hiding.hide_chat_line(report.line.pk, now=now)
        headline = _("%(site)s: one of your messages has been hidden") % site
        return headline, [_("It said: “%(text)s”") % {"text": report.line.text}], url
    if outcome == Outcome.RENAMED:
        old, new = person.name, names.replace_name(person)
        headline = _("%(site)s: your name has been replaced") % site
        said = [
            _("You are now called “%(new)s” instead of “%(old)s”.") % {"new": new, "old": old},
            _("You can choose another name on this page:"),
        ]
        return headline, said, reverse("accounts:settings")
    profile.clear_profile(person)
    headline = _("%(site)s: your profile has been cleared") % site
    return headline, [_("Its text and links have been removed.")], url


def _notify_reporter(report: Report, now: datetime) -> None:
    """Notify a reporter that the report was reviewed, and whether anything was done."""
    with translation.override(report.by.language):
        headline = _("%(site)s: thank you for your report") % {"site": settings.SITE_NAME}
        done = report.outcome != Outcome.NOTHING
        said = (
            _("An operator reviewed it and took action.")
            if done
            else _("An operator reviewed it and took no action.")
        )
    _notify(report.by, f"report:{report.pk}:settled", headline, [said], reverse("conduct"), now)


def _notify(
    player: Player, key: str, headline: str, said: list[str], url: str, now: datetime
) -> None:
    if player.user_id is None:
        return
    outbox.post(
        kind="moderation",
        player=player,
        key=key,
        context={
            "tournament": settings.SITE_NAME,
            "headline": headline,
            "paragraphs": said,
            "url": url,
        },
        now=now,
    )
