"""Message and HTTP status of every refusal in tournaments."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _, ngettext_lazy

from accounts.naming import isolated
from games.rules.base import JSON
from games.services.wording import explaining
from games.services.wording.game_words import ruleset_name
from games.services.wording.time_words import moment_words
from tournaments.services import club_refusals, entry_refusals
from tournaments.services.plan_refusals import PLAN_MESSAGES
from tournaments.services.wording import criterion_name

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


BY_STATUS: dict[int, dict[str, _StrPromise]] = {
    404: {  # not found
        "no_such_tournament": _("There is no such tournament."),
        "no_such_division": _("There is no such division. Choose one of these: %(names)s."),
        "no_such_entrant": _("There is no such entrant, or they have left already."),
        "no_co_organiser": _("This person is not a co-organiser."),
        "no_such_audience": _("Nobody matches that choice, so there is nobody to write to."),
        "no_such_team": _("There is no such team, or its link is no longer valid."),
        "no_such_report": _("This file is no longer here: files are deleted after an hour."),
    },
    403: {  # forbidden
        "not_your_fixture": _("Only the players of a match can make a claim about it."),
        "not_your_tournament": _("Only the organiser can do this."),
        "not_main_organiser": _("Only the main organiser can do this."),
        "organisers_only": _(
            "On this site, events are announced by appointed organisers only. Ask the operators "
            "to appoint you."
        ),
        "guests_do_not_organise": _(
            "To organise a tournament, you need an account with a confirmed address."
        ),
        "suspended": _("A referee has suspended you from entering tournaments until %(until)s."),
        "guests_do_not_enter": _(
            "To enter a tournament, you need an account with a confirmed address."
        ),
        "referees_do_not_enter": _(
            "You are a referee of this tournament. Resign as referee before you enter."
        ),
        "bots_not_welcome": _("Bots cannot enter this tournament."),
        "not_your_team": _("Only the team captain can do this."),
    },
    409: {  # conflicts with the current state
        "not_on_ladder": _("One of these players is no longer on the ladder."),
        "in_limbo": _("One of these players is leaving the ladder."),
        "not_above": _("You can challenge only players above you."),
        "out_of_reach": _(
            "That player is too far above you. The highest rung you can challenge is %(highest)s."
        ),
        "playing_already": _("You are already playing each other."),
        "met_recently": _(
            "You have played each other within the last week. You can challenge them again from "
            "%(again_at)s."
        ),
        "ladder_busy": _(
            "%(limit)s challenges against this player are already running. Only the player "
            "directly below can always challenge."
        ),
        "pursues_enough": _(
            "You already have %(limit)s challenges of your own running on this ladder."
        ),
        "no_claim_now": _(
            "You cannot make a claim now: the time for claims has not begun or is over."
        ),
        "round_not_paired": _("Round %(round)s has not been published in that division."),
        "round_closed": _("That round is closed."),
        "plays_this_round": _(
            "One of these players already has a fixture or a bye in round %(round)s."
        ),
        "pairing_settled": _(
            "That fixture already has a result. Decide or annul its match instead."
        ),
        "pairing_begun": _("That match has begun, so its pairing can no longer be changed."),
        "entrant_plays": _("This player has already been paired. Exclude them instead."),
        "left_for_good": _(
            "In matches with three or four players, the others have already played on without them."
        ),
        "next_season_open": _("The next season is already open."),
        "nothing_to_decide": _("No round is waiting to be paired by hand here."),
        "bad_pairs": _(
            "Choose two entrants for each pair. Nobody can be in two pairs or paired with "
            "themselves."
        ),
        "tournament_not_over": _("This tournament is not over."),
        "too_late_to_reopen": _("A tournament can only be reopened within 14 days of its end."),
        "ended_by_ruling": _(
            "A referee has ended this tournament. It can only go on if that ruling is undone."
        ),
        "rounds_are_fixed": _("There can be no further round here."),
        "too_few_left": _("Fewer than two entrants could still play."),
        "event_seed_known": _(
            "The seed of the random draws has been published, so another round could no longer "
            "be drawn fairly."
        ),
        "no_running_ladder": _("There is no running ladder here."),
        "too_many_tournaments": _(
            "You have %(limit)s unfinished tournaments. Finish or cancel one first."
        ),
        "announced_enough": _(
            "You have announced %(limit)s tournaments in the past month. Please try again later."
        ),
        "already_announced": _(
            "This tournament has been announced, so its terms can no longer be changed."
        ),
        "not_announced": _("This is a draft. Edit the draft instead."),
        "term_fixed": _("This can no longer be changed: %(term)s."),
        "nothing_to_revise": _("You have not changed anything."),
        "revised_meanwhile": _(
            "Something has changed since you opened this page, so nothing was saved. Look at the "
            "new preview, then confirm it."
        ),
        "cannot_undo": _(
            "This can no longer be undone: it has been changed again, has already been undone, "
            "or can no longer be changed."
        ),
        "round_not_cancellable": _(
            "Round %(number)s cannot be cancelled: only a published round that has not begun "
            "in any division can be."
        ),
        "organises_already": _("%(player)s already organises this tournament."),
        "asked_oneself": _("You cannot ask yourself to take over while there is a main organiser."),
        "co_organisers_full": _("A tournament can have up to %(limit)s co-organisers."),
        "referees_do_not_organise": _(
            "%(player)s is a referee of this tournament. They have to resign as referee first."
        ),
        "messages_enough": _(
            "You can send up to %(limit)s such messages a day. Please try again tomorrow."
        ),
        "readers_had_enough": _(
            "Every recipient has already had %(limit)s messages from you within a day. Please "
            "try again tomorrow."
        ),
        "nobody_to_write_to": _("Nobody there can be reached by e-mail, so nothing was sent."),
        "too_many_notes": _("A tournament can have up to %(limit)s notes."),
        "declined_before": _(
            "%(player)s has already declined and will not be asked again by e-mail."
        ),
        "announce_first": _("Announce the tournament first."),
        "no_draft": _("No round is waiting to be published here."),
        "pairings_forbidden": _("These pairings are not possible: %(why)s"),
        "no_late_entry": _("The tournament has started, and nobody can join late in this format."),
        "late_entry_off": _(
            "The tournament has started. Allow late entries first (“Change the tournament”)."
        ),
        "entrant_already": _("%(player)s has already entered."),
        "withdrew_after_start": _(
            "%(player)s withdrew after the start. Only a referee can let them back in."
        ),
        "removal_ended_matches": _(
            "The removal has already ended matches of %(player)s, so you can no longer undo "
            "it. Ask a referee of the tournament: they can let %(player)s back in."
        ),
        "removal_paired": _(
            "A round has been paired since %(player)s was removed, so you can no longer undo "
            "that. Ask a referee of the tournament: they can let %(player)s back in."
        ),
        "entered_before": _("%(player)s has entered before. Use “Enter again” next to their name."),
        "already_started": _("This tournament has already started."),
        "entries_closed": _("Entries are closed."),
        "already_entered": _("You have already entered."),
        "not_entered": _("You have not entered this tournament."),
        "tournament_over": _("This tournament is over."),
        "too_many_running": ngettext_lazy(
            "You have %(running)s running match. To enter, you can have at most %(limit)s.",
            "You have %(running)s running matches. To enter, you can have at most %(limit)s.",
            "running",
        ),
        "too_few_entrants": ngettext_lazy(
            "The tournament needs %(least)s entrants; %(entered)s has entered so far.",
            "The tournament needs %(least)s entrants; %(entered)s have entered so far.",
            "entered",
        ),
        "cannot_be_paired": _(
            "With these entrants, the first round cannot be paired. Check the number of entrants "
            "and their order, then try again."
        ),
        "round_not_ahead": _("You can no longer sit out round %(round)s."),
        "teams_enter": _(
            "This tournament is for teams. Create a team, or join one with its "
            "captain’s invitation link."
        ),
        "no_teams_here": _("This tournament is for individual players."),
        "team_name_taken": _("There is already a team called “%(name)s”."),
        "team_full": _("This team already has its maximum of %(limit)s players."),
        "invited_enough": _("At most %(limit)s invitations can be open at a time."),
        "has_declined": _("This player has declined. They can still join with the link."),
        "not_invited": _("This invitation is no longer valid."),
        "board_has_begun": _(
            "This board is already being played, so its players can no longer be changed."
        ),
        "not_free": _(
            "This member is already playing, is absent in that round, or was lined up elsewhere."
        ),
        "no_running_contest": _("There is no running contest here."),
        "contest_over": _("The time for this contest is over."),
    },
    422: {  # invalid
        "bad_claim": _("You can claim one of these: %(known)s."),
        "not_in_this_format": _("This is not possible in this format."),
        "round_needed": _(
            "In this format no round can be left out: each one decides who plays in the next."
        ),
        "not_invitable": _(
            "%(player)s cannot be invited. Only people with a confirmed e-mail address can be, "
            "and some accept no invitations."
        ),
        "bad_place": _(
            "Places are whole numbers from 1 to %(most)s; divisions are from 1 to %(divisions)s."
        ),
        "division_full": _(
            "Only %(size)s entrants fit into division or group %(division)s, but you have placed "
            "%(placed)s there."
        ),
        "place_twice": _("Two entrants have the place %(place)s. Give each place once."),
        "empty_text": _("Please write something first."),
        "text_too_long": _("Use at most %(limit)s characters."),
        "no_reason": _("Give a reason. It is sent to the player."),
        "reason_too_long": _("A reason can have up to %(limit)s characters."),
        "no_such_bot": _("The bot “%(name)s” is not available. Choose one of these: %(known)s."),
        "absence_only_swiss": _(
            "You can sit out a single round only in Swiss tournaments and team events."
        ),
        "trf_not_this_format": _(
            "Report files cannot contain two brackets. Download the tables as CSV or everything as "
            "JSON."
        ),
        "trf_only_two_seats": _(
            "Report files exist only for tournaments of two-player games that have started."
        ),
        "trf_cannot_say": _("A report file cannot contain this: %(what)s."),
        "bad_team_name": _("A team name must have %(low)s to %(limit)s characters."),
        "not_in_team": _("There is no such member to move or remove."),
        "order_by_rating": _(
            "Boards are ordered by rating. You can only change the order of players with the "
            "same rating or none."
        ),
        "bad_report": _("The file cannot be read. %(reason)s"),
        "report_too_long": _("Up to %(limit)s thousand characters."),
        "no_report": _("Choose a file, or paste its text."),
        "reports_waiting": _(
            "%(limit)s of your files are still being processed. Please wait until one of them "
            "is done."
        ),
    },
}
TABLES = (BY_STATUS, entry_refusals.BY_STATUS, club_refusals.BY_STATUS)
SENTENCES = {
    code: said for each in TABLES for group in each.values() for code, said in group.items()
}
STATUS = {code: status for each in TABLES for status, group in each.items() for code in group}


def explain(error: Exception) -> str:
    """Return the message of a refusal from tournaments or games."""
    code = getattr(error, "code", "")
    params: Mapping[str, JSON] = getattr(error, "params", {})
    if code == "bad_plan":
        return _plan_message(params)
    phrase = SENTENCES.get(code)
    params = entry_refusals.with_pool_name(params)
    params = {name: _param_text(value) for name, value in params.items()}
    return phrase % params if phrase else explaining.explain(error)


def _param_text(value: JSON) -> JSON:
    """Return a parameter formatted for a sentence; instants in the reader's zone."""
    if isinstance(value, datetime):
        return moment_words(value)
    return isolated(value) if isinstance(value, str) else value


def _plan_message(params: Mapping[str, JSON]) -> str:
    """Return the message of an invalid plan, with names instead of keys."""
    named = dict(params)
    if "game" in named:
        named["game"] = ruleset_name(named["game"])
    if "criterion" in named:
        named["criterion"] = criterion_name(named["criterion"])
    if "day" in named:
        named["day"] = date_format(named["day"], "DATE_FORMAT")
    return PLAN_MESSAGES[params["reason"]] % named


def status_of(code: str) -> int | None:
    """Return the HTTP status of a refusal from tournaments, None for any other."""
    return 422 if code == "bad_plan" else STATUS.get(code)
