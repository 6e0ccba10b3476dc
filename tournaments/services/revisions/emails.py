"""E-mails about an organiser's revisions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import partial

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Player
from accounts.naming import isolated
from games.families.leaving import join_names
from games.rules.base import JSON
from notifications.models import Message
from notifications.services.limits import caused_by
from notifications.services.sending.delivery import LEASE
from tournaments import panel_queries, staff_queries
from tournaments.models import Division, Entrant, Revision, Tournament
from tournaments.services.emails.news import key_of, notify_news, withdraw_news
from tournaments.services.emails.notices import lock_notified_of_end
from tournaments.services.revisions import terms
from tournaments.services.tables.engine_words import unpaired_reason
from tournaments.services.wording import withdrawal_rule_sentence


def is_worth_an_email(names: Iterable[str]) -> bool:
    """Whether any of these terms matters enough for an e-mail."""
    return any(terms.TERMS[name].told for name in names)


def get_recipients(tournament: Tournament, by: Player) -> list[Player]:
    """Return the recipients: entrants, the waiting list, referees, other organisers."""
    own = Entrant.objects.exclude(status=Entrant.Status.WITHDRAWN).filter(
        tournament=tournament, player__closed_at=None
    )
    own = own.exclude(player__kind=Player.Kind.BOT)
    found = {each.player_id: each.player for each in own.select_related("player__user")}
    found |= {each.pk: each for each in panel_queries.referees(tournament)}
    found |= {each.pk: each for each in staff_queries.organisers_of(tournament)}
    found.pop(by.pk, None)
    return list(found.values())


def notify_revised(revision: Revision, *, now: datetime) -> None:
    """Notify entrants and referees of the changes that matter to them."""
    if not is_worth_an_email(revision.after):
        return
    tournament = revision.tournament
    for player in get_recipients(tournament, revision.by):
        by = [revision.by.name]
        content = partial(_revised_content, revision, revision.before, revision.after, by)
        with caused_by(revision.by), timezone.override(player.zone):
            notify_news(tournament, player, f"revised_{revision.pk}", content, now)


def _revised_content(
    revision: Revision, before: Mapping[str, JSON], after: Mapping[str, JSON], by: Sequence[str]
) -> dict[str, object]:
    words = {"name": isolated(revision.tournament.title), "player": join_names(by)}
    changed = [
        _("%(label)s: %(before)s → %(after)s") % row._asdict()
        for row in terms.describe_changes(before, after)
    ]
    return {
        "headline": _("%(name)s: what has changed") % words,
        "paragraphs": [_("Changed by %(player)s:") % words, *changed],
        "row": ["revised", revision.pk],
    }


def read_revised(message: Message, now: datetime, pk: int) -> dict[str, object] | None:
    """Return the changes the reader does not know of yet; None if none matters.

    A term changed again since is left to the later e-mail, and to the reader if they changed it
    themselves.
    """
    revision = Revision.objects.select_related("tournament").get(pk=pk)
    act, player = Revision.Act.TERMS, message.player
    assert player is not None
    changes = Revision.objects.filter(tournament=revision.tournament, act=act)
    lines = list(changes.select_related("by").order_by("pk"))
    keys = {key_of(revision.tournament, player, f"revised_{each.pk}"): each.pk for each in lines}
    written = Message.objects.filter(key__in=keys).select_related("digest")
    emails = {keys[each.key]: each for each in written}
    before, after, told = dict[str, JSON](), dict[str, JSON](), set[int]()
    for name in revision.after:
        own = [each for each in lines if name in each.after]
        last = own[-1]
        if last.by_id == player.pk or (last.pk != pk and last.pk in emails):
            continue
        known = _first_unknown(own, message, pk, emails, now).before[name]
        if known != last.after[name]:
            before[name], after[name] = known, last.after[name]
            told.add(last.pk)
    if not is_worth_an_email(after):
        return None
    names = dict.fromkeys(each.by.name for each in lines if each.pk in told)
    return _revised_content(revision, before, after, list(names))


def _first_unknown(
    lines: list[Revision], message: Message, pk: int, emails: Mapping[int, Message], now: datetime
) -> Revision:
    """Return the first change of a term that the reader of the e-mail about ``pk`` does not know.

    Changes are known if their e-mail was sent before the next change. Without an e-mail, readers
    know their own changes and those made before ``pk``.
    """
    first = lines[-1]
    for line in reversed(lines[:-1]):
        known = None
        if line.pk in emails and line.pk != pk:
            known = _sent_or_claimed_at(emails[line.pk], now)
        elif line.pk < pk or line.by_id == message.player_id:
            known = line.made_at
        if known is not None and known <= first.made_at:
            break
        first = line
    return first


def _sent_or_claimed_at(email: Message, now: datetime) -> datetime | None:
    """Return when an e-mail was sent or claimed for sending, or None."""
    for carrier in (email, email.digest):
        claimed = carrier.claimed_until if carrier is not None else None
        if claimed is not None and claimed > now:
            return claimed - LEASE
    return email.sent_at or email.pushed_at


def notify_removed(line: Revision, *, now: datetime) -> None:
    """Notify an entrant of their removal and its reason."""
    tournament, player = line.tournament, line.about
    assert player is not None

    def content() -> dict[str, object]:
        words = {"name": isolated(tournament.title), "by": isolated(line.by.name)}
        lines = [
            _("%(by)s has removed you from the tournament.") % words,
            _("Reason: %(reason)s") % {"reason": line.reason},
        ]
        if tournament.is_running:
            has_teams = tournament.event_format.has_teams
            kept = [] if has_teams else [withdrawal_rule_sentence(tournament)]
            resigned = _("Your running matches there are resigned.")
            appeal = _("If you disagree, you can call a referee from one of your match pages.")
            lines.append(" ".join([resigned, *kept, appeal]))
        return {
            "headline": _("%(name)s: you were removed") % words,
            "paragraphs": lines,
            "row": ["removed", line.after["entrant"]],
        }

    with caused_by(line.by):
        notify_news(tournament, player, f"removed_{line.pk}", content, now)


def read_removed(_message: Message, _now: datetime, pk: int) -> dict[str, object] | None:
    """Return no changes; None if the reader is entered again."""
    gone = Entrant.objects.filter(pk=pk, status=Entrant.Status.WITHDRAWN)
    return {} if gone.exists() else None


def notify_entered(line: Revision, entrant: Entrant, *, now: datetime) -> None:
    """Notify somebody that an organiser has entered them again, and how to leave.

    If the e-mail about the removal is still unsent, both are dropped, unless the player now has to
    wait.
    """
    tournament, player = line.tournament, entrant.player
    waits = entrant.status == Entrant.Status.WAITING
    if (
        withdraw_news(tournament, player, _key_suffixes("removed", [line.undoes]), now)
        and not waits
    ):
        return

    def content() -> dict[str, object]:
        words = {"name": isolated(tournament.title), "by": isolated(line.by.name)}
        place = _("You are on the waiting list.") if waits else _("You have a place.")
        leave = _("If you don’t want to play, withdraw on the tournament’s page.")
        return {
            "headline": _("%(name)s: you are entered again") % words,
            "paragraphs": [_("%(by)s has entered you again.") % words, place, leave],
            "row": ["entry", tournament.pk, entrant.status],
        }

    with caused_by(line.by):
        notify_news(tournament, player, f"entered_{line.pk}", content, now)


def _key_suffixes(what: str, lines: Iterable[Revision | None]) -> list[str]:
    return [f"{what}_{line.pk}" for line in lines if line is not None]


def _earlier_lines(line: Revision, act: Revision.Act) -> list[Revision]:
    """Return the earlier lines of an act about the same round, newest first."""
    own = Revision.objects.filter(tournament=line.tournament, act=act, pk__lt=line.pk)
    return list(own.filter(after__round=line.after["round"]).order_by("-pk"))


def notify_reopened(
    line: Revision, readers: Iterable[Player], ended: datetime | None, *, now: datetime
) -> None:
    """Notify everybody that a tournament that was over since ``ended`` continues.

    Skips readers whose e-mails about its end were all unsent.
    """
    tournament = line.tournament
    over = lock_notified_of_end(tournament, ended, now) if ended else set()
    undone = _key_suffixes("ended", _earlier_lines(line, Revision.Act.ENDED)[:1])

    def content() -> dict[str, object]:
        words = {
            "name": isolated(tournament.title),
            "player": isolated(line.by.name),
            "round": line.after["round"],
        }
        return {
            "headline": _("%(name)s goes on with round %(round)s") % words,
            "paragraphs": [
                _(
                    "%(player)s has reopened the tournament. Results and ratings stay as they "
                    "are; places are no longer final."
                )
                % words,
                _(
                    "If you don’t want to play on, withdraw on the tournament’s page: your "
                    "results so far count, and a game of round %(round)s that has begun is "
                    "lost."
                )
                % words,
            ],
            "row": ["further", tournament.pk],
        }

    with caused_by(line.by):
        for player in readers:
            if not withdraw_news(tournament, player, undone, now) or player.pk in over:
                notify_news(tournament, player, f"further_{line.pk}", content, now)


def read_further(_message: Message, _now: datetime, pk: int) -> dict[str, object] | None:
    """Return no changes; None if the tournament is over again."""
    return {} if Tournament.objects.filter(pk=pk, finished_at=None).exists() else None


def notify_no_further_round(line: Revision, division: Division, *, now: datetime) -> None:
    """Notify everybody that no further round is played, and why.

    Skips readers whose e-mail about the reopening was still unsent; that is dropped.
    """
    tournament = line.tournament
    further = _key_suffixes("further", _earlier_lines(line, Revision.Act.FURTHER)[:1])

    def content() -> dict[str, object]:
        words = {"name": isolated(tournament.title), "player": isolated(line.by.name)}
        return {
            "headline": _("%(name)s: no further round") % words,
            "paragraphs": [
                unpaired_reason(division),
                _("%(player)s has decided that the standings are final.") % words,
            ],
        }

    with caused_by(line.by):
        for player in get_recipients(tournament, line.by):
            if not withdraw_news(tournament, player, further, now):
                notify_news(tournament, player, f"ended_{line.pk}", content, now)


def notify_round_change(line: Revision, readers: Iterable[Player], *, now: datetime) -> None:
    """Notify everybody that a round is cancelled, or takes place after all.

    Skips readers whose e-mail about the opposite was still unsent; that is dropped.
    """
    tournament, off = line.tournament, line.act == Revision.Act.ROUND_OFF
    opposite = _earlier_lines(line, Revision.Act.ROUND_ON if off else Revision.Act.ROUND_OFF)
    undone = _key_suffixes("round", opposite[:1])

    def content() -> dict[str, object]:
        words = {
            "name": isolated(tournament.title),
            "player": isolated(line.by.name),
            "round": line.after["round"],
        }
        if off:
            headline = _("%(name)s: round %(round)s is cancelled") % words
            what = _("%(player)s has cancelled round %(round)s. It counts for nobody.") % words
        else:
            headline = _("%(name)s: round %(round)s takes place") % words
            what = _("%(player)s has undone the cancellation. The pairings stay the same.") % words
        return {"headline": headline, "paragraphs": [what]}

    with caused_by(line.by):
        for player in readers:
            if not withdraw_news(tournament, player, undone, now):
                notify_news(tournament, player, f"round_{line.pk}", content, now)
