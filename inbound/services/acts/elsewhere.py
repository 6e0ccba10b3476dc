"""Commands that are about no match: challenges, tournaments, cases, leave, settings, lists."""

from __future__ import annotations

from collections.abc import Callable

from django.utils import translation
from django.utils.translation import gettext as _

from accounts.naming import isolated
from accounts.queries import running_leaves
from games.models import Challenge
from games.services.challenges import challenges
from games.services.errors import Refused
from games.services.play import flags, matches, results
from games.services.wording.decline_words import decline_reasons
from inbound.grammar import Command, Verb, parse_claim
from inbound.services import asking, help_texts, strangers, words
from inbound.services.acts import (
    at_match,
    choices,
    invitations,
    listing,
    orders_and_notes,
    others,
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


def run_command(asked: CommandRequest, number: int, done: CommandOutcome) -> None:
    """Do one command that is about no match, or refuse one that would need a match."""
    command = asked.commands[number]
    _ACTS[command.verb](asked, command, done)
    done.spelled[number] = words.label_of(command)


def _leave(asked: CommandRequest, command: Command, done: CommandOutcome) -> None:
    assert command.first is not None
    assert command.last is not None
    flags.book_leave(asked.player, command.first, command.last, now=asked.now)
    days = {"first": words.day(command.first), "last": words.day(command.last)}
    done.said.append(_("Leave booked from %(first)s to %(last)s.") % days)


def _cancel_leave(asked: CommandRequest, _command: Command, done: CommandOutcome) -> None:
    """End the leave that runs, otherwise cancel the next."""
    today = asked.now.astimezone(asked.player.zone).date()
    leave = running_leaves(asked.player).filter(last_day__gte=today).first()
    if leave is None:
        raise Refused("no_leave")
    flags.cancel_leave(leave, now=asked.now)
    days = {"first": words.day(leave.first_day), "last": words.day(leave.last_day)}
    done.said.append(_("Your leave from %(first)s to %(last)s is cancelled.") % days)


def _answer(asked: CommandRequest, command: Command, done: CommandOutcome) -> None:
    """Accept or decline a challenge, a team's invitation, or an appointment as a referee."""
    if asked.matter.about in (
        About.TEAM,
        About.TOURNAMENT,
        About.EVENT_INVITATION,
        About.CLUB_INVITATION,
        About.ADDRESS_INVITATION,
    ):
        invitations.answer(asked, command, done)
        return
    if asked.matter.about is not About.CHALLENGE:
        raise Refused("nothing_to_answer", text=str(command.verb))
    pk, player, now = asked.matter.pk, asked.player, asked.now
    if command.verb is Verb.DECLINE:
        challenges.decline_challenge(pk, player, now=now, reason=command.text)
        done.said.append(_("You declined the challenge."))
        if command.text:
            reason = decline_reasons()[command.text]
            done.said.append(_("Your reason: “%(reason)s”") % {"reason": reason})
        return
    joined = challenges.join_challenge(pk, player, seed=asked.make_seed(), now=now)
    if joined.match is None:
        done.said.append(_("You have a seat. The match begins when everybody has accepted."))
    else:
        begun = _("You accepted the challenge. Match %(match)s has begun.")
        done.said.append(begun % {"match": joined.match.pk})
        at_match.show_match(joined.match.pk, player, done)


def _enter(asked: CommandRequest, command: Command, done: CommandOutcome) -> None:
    if asked.matter.about is About.ADDRESS_INVITATION:
        invitations.answer_address(asked, done, accept=True)
        return
    entrant = requests.enter_or_ask(_tournament(asked, command), asked.player, now=asked.now)
    if isinstance(entrant, EntryRequest):
        done.said.append(_("The organiser has been asked. You will get an e-mail."))
        return
    done.said += others.entry_lines(entrant, asked.player)


def _withdraw(asked: CommandRequest, command: Command, done: CommandOutcome) -> None:
    if asked.matter.about is About.CHALLENGE:
        _withdraw_challenge(asked, done)
        return
    if asked.matter.about is About.CASE:
        cases.withdraw_case(asked.matter.pk, asked.player, now=asked.now)
        done.said.append(_("You withdrew your case. Nothing more will follow."))
        return
    pk = _tournament(asked, command)
    left = requests.withdraw(pk, asked.player, now=asked.now)
    done.said.append(_("You have withdrawn from “%(title)s”.") % {"title": isolated(left.title)})


def _withdraw_challenge(asked: CommandRequest, done: CommandOutcome) -> None:
    """Take one's own challenge back, or give up one's place at a table that is still filling."""
    pk, player = asked.matter.pk, asked.player
    if Challenge.objects.filter(pk=pk, challenger=player).exists():
        challenges.withdraw_challenge(pk, player, now=asked.now)
        done.said.append(_("You withdrew your challenge."))
    else:
        challenges.leave_challenge(pk, player, now=asked.now)
        done.said.append(_("You gave up your seat."))


def _tournament(asked: CommandRequest, command: Command) -> int:
    """Return the tournament that the e-mail is about; private ones are for those in them."""
    if asked.matter.about is About.EVENT_INVITATION:
        return invitations.get_open_invitation(asked).tournament_id
    if asked.matter.about is About.ADDRESS_INVITATION:
        invitation = strangers.invitation_of(asked.matter)
        if invitation is None:
            raise Refused("not_invited")
        return invitation.tournament_id
    if asked.matter.about is not About.TOURNAMENT:
        raise Refused("not_about_tournament", text=str(command.verb))
    if event_queries.tournament_for(asked.player, asked.matter.pk) is None:
        raise Refused("no_such_tournament")
    return asked.matter.pk


def _standings(asked: CommandRequest, command: Command, done: CommandOutcome) -> None:
    """Show a table: of the event that is named, that the e-mail is about, or the only one."""
    about = asked.matter.about
    if command.text:
        found = standings.event_called(asked.player, command.text)
    elif about is About.MATCH:
        found = standings.event_of_match(asked)
    elif about in (About.TOURNAMENT, About.EVENT_INVITATION, About.ADDRESS_INVITATION):
        found = event_queries.any_tournament(_tournament(asked, command))
    else:
        found = standings.only_event_of(asked.player)
    done.sections += standings.standings_sections(found, asked.player, asked.now)


def _claim(asked: CommandRequest, command: Command, done: CommandOutcome) -> None:
    """Claim the win on time, a result where a round is over, or call a referee."""
    if asked.matter.about is not About.MATCH:
        raise Refused("not_about_match", text=str(command.verb))
    pk, player, now = asked.matter.pk, asked.player, asked.now
    wanted, text = parse_claim(command.text)
    fixture = Fixture.objects.unsettled().filter(match=pk, claims_until__gt=now).first()
    if fixture is not None:
        claims.claim(fixture.pk, player, wanted=wanted, text=text, now=now)
        done.said.append(
            _("Your claim has been made, and the others have been asked for their view.")
        )
    elif wanted in (Case.Claim.WIN, Case.Claim.TIME) and not text:
        drawn = matches.claim_win(pk, player, now=now).ending == results.TIMEOUT_TIE
        won = _("You claimed the win on time.")
        done.said.append(_("You claimed the draw on time.") if drawn else won)
    else:
        case = cases.open_case(
            player, kind=Case.Kind.OTHER, text=command.text, now=now, match_id=pk
        )
        done.said.append(_("A referee has been called. Your case has the number %d.") % case.pk)


def _appeal(asked: CommandRequest, command: Command, done: CommandOutcome) -> None:
    case = cases.appeal(_case(asked), asked.player, command.text, now=asked.now)
    done.said.append(_("You have appealed in case %d. Another referee will decide.") % case.pk)


def _case(asked: CommandRequest) -> int:
    """Return the case an appeal is about: of a match, the latest that was decided."""
    if asked.matter.about is About.CASE:
        return asked.matter.pk
    if asked.matter.about is About.MATCH:
        decided = case_queries.cases_of(asked.player).filter(match=asked.matter.pk)
        found = decided.filter(state=Case.State.DECIDED).order_by("-pk").first()
        if found is not None:
            return int(found.pk)
    raise Refused("no_ruling_here")


def _state(asked: CommandRequest, command: Command, done: CommandOutcome) -> None:
    """Say something to the referees and the others in a case."""
    if asked.matter.about is not About.CASE:
        raise Refused("not_about_match", text=command.spelling)
    cases.give_statement(asked.matter.pk, asked.player, command.text, now=asked.now)
    done.said.append(
        _("Your statement in case %(case)d: “%(text)s”")
        % {"case": asked.matter.pk, "text": command.text}
    )


def _status(asked: CommandRequest, _command: Command, done: CommandOutcome) -> None:
    done.sections += listing.status_sections(asked.player, asked.now)


def _orders(asked: CommandRequest, _command: Command, done: CommandOutcome) -> None:
    orders_and_notes.list_orders(asked, done)


def _notes(asked: CommandRequest, _command: Command, done: CommandOutcome) -> None:
    orders_and_notes.list_notes(asked, done)


def _help(asked: CommandRequest, _command: Command, done: CommandOutcome) -> None:
    lines = help_texts.help_lines(done.loaded, translation.get_language() or asked.player.language)
    done.sections.append(Section(_("What you can write"), lines))


def _only_at_match(_asked: CommandRequest, command: Command, _done: CommandOutcome) -> None:
    raise Refused("not_about_match", text=command.spelling)


_ACTS: dict[Verb, Act] = {
    Verb.LEAVE: _leave,
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
    Verb.ORDERS: _orders,
    Verb.CANCEL_ORDERS: orders_and_notes.withdraw,
    Verb.NOTES: _notes,
    Verb.CHALLENGE: asking.send_challenge,
    Verb.REMATCH: asking.ask_rematch,
    Verb.STANDINGS: _standings,
    Verb.CANCEL_LEAVE: _cancel_leave,
    Verb.STATUS: _status,
    Verb.MSG: _state,
    Verb.HELP: _help,
    **dict.fromkeys(
        (Verb.MOVE, Verb.IF, Verb.STANDING, Verb.DRAFT, Verb.TIE, Verb.RESIGN), _only_at_match
    ),
    **dict.fromkeys(
        (Verb.NOTE, Verb.BOARD, Verb.MOVES, Verb.TAKE_BACK, Verb.PAUSE), _only_at_match
    ),
}
