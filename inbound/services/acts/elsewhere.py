"""Commands that are not about a match: challenges, tournaments, cases, leave, settings, lists."""

from __future__ import annotations

from collections.abc import Callable

from django.utils import translation
from django.utils.translation import gettext as _

from accounts.naming import isolated
from accounts.queries import uncancelled_leaves
from games.models import Challenge
from games.services.challenges import challenges
from games.services.errors import Refused
from games.services.play import flags, matches, results
from games.services.wording.decline_words import decline_reasons
from inbound.grammar import Command, Verb, parse_claim
from inbound.services import asking, help_texts, questions, strangers, words
from inbound.services.acts import (
    at_match,
    choices,
    invitations,
    listing,
    orders_and_notes,
    others,
    rules,
    standings,
)
from inbound.services.command_types import CommandOutcome, CommandRequest, Section
from notifications.addresses import About
from tournaments import queries as event_queries
from tournaments.models import EntryRequest, Fixture
from tournaments.referees.models import Case
from tournaments.referees.queries import cases as case_queries
from tournaments.referees.services import cases, claims
from tournaments.services.admission import requests

Act = Callable[[CommandRequest, Command, CommandOutcome], None]
INVITATIONS = frozenset(
    {About.TEAM, About.TOURNAMENT, About.EVENT_INVITATION}
    | {About.CLUB_INVITATION, About.ADDRESS_INVITATION}
)


def run_command(request: CommandRequest, number: int, outcome: CommandOutcome) -> None:
    """Carry out one command outside a match; refuse one that needs a match."""
    command = request.commands[number]
    _ACTS[command.verb](request, command, outcome)
    outcome.spelled[number] = words.command_label(command)


def _book_leave(request: CommandRequest, command: Command, outcome: CommandOutcome) -> None:
    assert command.first is not None
    assert command.last is not None
    flags.book_leave(request.player, command.first, command.last, now=request.now)
    days = {"first": words.format_day(command.first), "last": words.format_day(command.last)}
    outcome.said.append(_("Leave booked from %(first)s to %(last)s.") % days)


def _cancel_leave(request: CommandRequest, _command: Command, outcome: CommandOutcome) -> None:
    """End the current leave, or cancel the next one."""
    today = request.now.astimezone(request.player.zone).date()
    leave = uncancelled_leaves(request.player).filter(last_day__gte=today).first()
    if leave is None:
        raise Refused("no_leave")
    flags.cancel_leave(leave, now=request.now)
    days = {"first": words.format_day(leave.first_day), "last": words.format_day(leave.last_day)}
    outcome.said.append(_("Your leave from %(first)s to %(last)s has been cancelled.") % days)


def _answer(request: CommandRequest, command: Command, outcome: CommandOutcome) -> None:
    """Accept or decline a challenge or an invitation.

    A challenge may be called an invitation, but not the reverse.
    """
    if request.matter.about in INVITATIONS:
        questions.require_subject(command, "invitation")
        invitations.answer(request, command, outcome)
        return
    if request.matter.about is not About.CHALLENGE:
        raise Refused("nothing_to_answer", text=str(command.verb))
    questions.require_subject(command, "challenge", "invitation")
    pk, player, now = request.matter.pk, request.player, request.now
    if command.verb is Verb.DECLINE:
        challenges.decline_challenge(pk, player, now=now, reason=command.text)
        outcome.said.append(_("You declined the challenge."))
        if command.text:
            reason = decline_reasons()[command.text]
            outcome.said.append(_("Your reason: “%(reason)s”") % {"reason": reason})
        return
    joined = challenges.join_challenge(pk, player, seed=request.make_seed(), now=now)
    if joined.match is None:
        outcome.said.append(_("You have a seat. The match begins when everybody has accepted."))
    else:
        begun = _("You accepted the challenge. Match %(match)s has begun.")
        outcome.said.append(begun % {"match": joined.match.pk})
        at_match.show_match(joined.match.pk, player, outcome)


def _enter(request: CommandRequest, command: Command, outcome: CommandOutcome) -> None:
    if request.matter.about is About.ADDRESS_INVITATION:
        invitations.answer_address(request, outcome, accept=True)
        return
    entrant = requests.enter_or_request(
        _get_tournament_id(request, command), request.player, now=request.now
    )
    if isinstance(entrant, EntryRequest):
        outcome.said.append(_("The organiser has been asked. You will get an e-mail."))
        return
    outcome.said += others.entry_lines(entrant, request.player)


def _withdraw(request: CommandRequest, command: Command, outcome: CommandOutcome) -> None:
    if request.matter.about is About.CHALLENGE:
        _withdraw_challenge(request, outcome)
        return
    if request.matter.about is About.CASE:
        cases.withdraw_case(request.matter.pk, request.player, now=request.now)
        outcome.said.append(_("You withdrew your case. It is now closed."))
        return
    pk = _get_tournament_id(request, command)
    left = requests.withdraw(pk, request.player, now=request.now)
    outcome.said.append(_("You have withdrawn from “%(title)s”.") % {"title": isolated(left.title)})


def _withdraw_challenge(request: CommandRequest, outcome: CommandOutcome) -> None:
    """Withdraw the player's own challenge, or leave somebody else's that is still filling."""
    pk, player = request.matter.pk, request.player
    if Challenge.objects.filter(pk=pk, challenger=player).exists():
        challenges.withdraw_challenge(pk, player, now=request.now)
        outcome.said.append(_("You withdrew your challenge."))
    else:
        challenges.leave_challenge(pk, player, now=request.now)
        outcome.said.append(_("You gave up your seat."))


def _get_tournament_id(request: CommandRequest, command: Command) -> int:
    """Return the id of the tournament the e-mail is about; private ones only for participants."""
    if request.matter.about is About.EVENT_INVITATION:
        return invitations.get_open_invitation(request).tournament_id
    if request.matter.about is About.ADDRESS_INVITATION:
        invitation = strangers.invitation_of(request.matter)
        if invitation is None:
            raise Refused("not_invited")
        return invitation.tournament_id
    if request.matter.about is not About.TOURNAMENT:
        raise Refused("not_about_tournament", text=str(command.verb))
    if event_queries.visible_tournament(request.player, request.matter.pk) is None:
        raise Refused("no_such_tournament")
    return request.matter.pk


def _show_standings(request: CommandRequest, command: Command, outcome: CommandOutcome) -> None:
    """Show the standings of the named event, the event of the e-mail, or the player's only one."""
    about = request.matter.about
    if command.text:
        found = standings.find_event(request.player, command.text)
    elif about is About.MATCH:
        found = standings.event_of_match(request)
    elif about in (About.TOURNAMENT, About.EVENT_INVITATION, About.ADDRESS_INVITATION):
        found = event_queries.get_tournament(_get_tournament_id(request, command))
    else:
        found = standings.only_event_of(request.player)
    outcome.sections += standings.standings_sections(found, request.player, request.now)


def _claim(request: CommandRequest, command: Command, outcome: CommandOutcome) -> None:
    """Claim a win on time or a result in an ended round, or call a referee."""
    if request.matter.about is not About.MATCH:
        raise Refused("not_about_match", text=str(command.verb))
    pk, player, now = request.matter.pk, request.player, request.now
    wanted, text = parse_claim(command.text)
    fixture = Fixture.objects.unsettled().filter(match=pk, claims_until__gt=now).first()
    if fixture is not None:
        claims.claim(fixture.pk, player, wanted=wanted, text=text, now=now)
        outcome.said.append(
            _("Your claim has been filed, and the others have been asked for their view.")
        )
    elif wanted in (Case.Claim.WIN, Case.Claim.TIME) and not text:
        drawn = matches.claim_win(pk, player, now=now).ending == results.TIMEOUT_TIE
        won = _("You claimed a win on time.")
        outcome.said.append(_("You claimed a draw on time.") if drawn else won)
    else:
        case = cases.open_case(
            player, kind=Case.Kind.OTHER, text=command.text, now=now, match_id=pk
        )
        outcome.said.append(_("A referee has been called. Your case number is %d.") % case.pk)


def _appeal(request: CommandRequest, command: Command, outcome: CommandOutcome) -> None:
    case = cases.appeal(_get_case_id(request), request.player, command.text, now=request.now)
    outcome.said.append(_("You have appealed in case %d. Another referee will decide.") % case.pk)


def _get_case_id(request: CommandRequest) -> int:
    """Return the id of the case to appeal: of a match, the latest decided one."""
    if request.matter.about is About.CASE:
        return request.matter.pk
    if request.matter.about is About.MATCH:
        decided = case_queries.cases_of(request.player).filter(match=request.matter.pk)
        found = decided.filter(state=Case.State.DECIDED).order_by("-pk").first()
        if found is not None:
            return int(found.pk)
    raise Refused("no_ruling_here")


def _give_statement(request: CommandRequest, command: Command, outcome: CommandOutcome) -> None:
    """Give a statement in a case."""
    if request.matter.about is not About.CASE:
        raise Refused("not_about_match", text=command.spelling)
    cases.give_statement(request.matter.pk, request.player, command.text, now=request.now)
    outcome.said.append(
        _("Your statement in case %(case)d: “%(text)s”")
        % {"case": request.matter.pk, "text": command.text}
    )


def _show_status(request: CommandRequest, _command: Command, outcome: CommandOutcome) -> None:
    outcome.sections += listing.status_sections(request.player, request.now)


def _show_orders(request: CommandRequest, _command: Command, outcome: CommandOutcome) -> None:
    orders_and_notes.list_orders(request, outcome)


def _show_notes(request: CommandRequest, _command: Command, outcome: CommandOutcome) -> None:
    orders_and_notes.list_notes(request, outcome)


def _show_help(request: CommandRequest, _command: Command, outcome: CommandOutcome) -> None:
    lines = help_texts.help_lines(
        outcome.loaded, translation.get_language() or request.player.language
    )
    outcome.sections.append(Section(_("What you can write"), lines))


def _refuse_outside_match(_asked: CommandRequest, command: Command, _done: CommandOutcome) -> None:
    raise Refused("not_about_match", text=command.spelling)


_ACTS: dict[Verb, Act] = {
    Verb.LEAVE: _book_leave,
    Verb.ACCEPT: _answer,
    Verb.DECLINE: _answer,
    Verb.ENTER: _enter,
    Verb.WITHDRAW: _withdraw,
    Verb.CLAIM: _claim,
    Verb.APPEAL: _appeal,
    Verb.STOP: choices.stop_emails,
    Verb.START: choices.restart_emails,
    Verb.NEWS_ON: choices.set_news,
    Verb.NEWS_OFF: choices.set_news,
    Verb.PLAIN: choices.set_plain_text,
    Verb.HTML: choices.set_plain_text,
    Verb.LANGUAGE: choices.set_language,
    Verb.ORDERS: _show_orders,
    Verb.CANCEL_ORDERS: orders_and_notes.withdraw_orders,
    Verb.NOTES: _show_notes,
    Verb.CHALLENGE: asking.send_challenge,
    Verb.REMATCH: asking.offer_rematch,
    Verb.STANDINGS: _show_standings,
    Verb.CANCEL_LEAVE: _cancel_leave,
    Verb.STATUS: _show_status,
    Verb.MSG: _give_statement,
    Verb.HELP: _show_help,
    Verb.RULES: rules.show_rules,
    **dict.fromkeys(
        (Verb.MOVE, Verb.IF, Verb.STANDING, Verb.DRAFT, Verb.TIE, Verb.RESIGN),
        _refuse_outside_match,
    ),
    **dict.fromkeys(
        (Verb.NOTE, Verb.BOARD, Verb.MOVES, Verb.TAKE_BACK, Verb.PAUSE), _refuse_outside_match
    ),
}
