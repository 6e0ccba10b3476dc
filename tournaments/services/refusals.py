"""The sentence and the HTTP status of every refusal of tournaments."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.rules.base import JSON
from games.services.wording import explaining
from tournaments.services.wording import criterion_name


def plan_reasons() -> dict[str, str]:
    """Return the sentence of every reason for which a plan is refused, by code."""
    return {
        "missing": _("Please fill in this field."),
        "too_long": _("Use at most %(limit)s characters."),
        "seats_impossible": _("This game cannot be played by that many players."),
        "format_for_other_seats": _("This format does not work for matches of %(seats)s players."),
        "out_of_range": _("Enter a whole number from %(low)s to %(high)s."),
        "too_many_promoted": _("Fewer than half of a division must move up."),
        "groups_need_size": _("Enter the number of players in a group."),
        "never_starts": _("Give a start date, or let the tournament start when it is full."),
        "full_needs_most": _(
            "To start when full, the tournament needs a maximum number of entrants."
        ),
        "start_not_ahead": _("The start must be in the future and within a year."),
        "date_before_start": _(
            "Line %(line)s, %(day)s: a round cannot begin before the tournament starts."
        ),
        "dates_do_not_rise": _(
            "Line %(line)s, %(day)s: this date must be later than the one above it."
        ),
        "dates_too_close": _(
            "Line %(line)s, %(day)s: this is too soon. Line-ups are published two days before "
            "matches begin, so leave at least %(days)s days."
        ),
        "dates_too_far": _(
            "Line %(line)s, %(day)s: at most %(days)s days can lie between two rounds."
        ),
        "too_many_dates": _(
            "You gave %(dates)s dates, but such a tournament has at most %(limit)s rounds."
        ),
        "dates_at_once": _(
            "If all rounds begin at the same time, they cannot have dates of their own."
        ),
        "dates_without_rounds": _("In this format, rounds cannot have dates of their own."),
        "dates_need_start": _(
            "Give the start of the tournament: entries close then, and every round begins at "
            "that time of day."
        ),
        "needs_clock": _("A tournament needs a time limit, so that every match ends."),
        "late_only_swiss": _("Only Swiss tournaments allow late entries."),
        "apart_only_swiss": _(
            "Only Swiss tournaments can keep pairs apart; in the others everybody may meet."
        ),
        "apart_from_oneself": _("A pair needs two different players."),
        "swiss_needs_rounds": _("A Swiss tournament needs a number of rounds."),
        "points_do_not_fall": _(
            "Enter %(seats)s numbers in falling order, with the last one lower than the first."
        ),
        "unknown_criterion": _("“%(criterion)s” is not a tie-break for this format."),
        "criterion_twice": _("“%(criterion)s” is chosen twice. Choose it only once."),
        "how_many_puzzles": _("Choose between one and %(limit)s puzzles."),
        "unknown_puzzle": _(
            "“%(puzzle)s” is not a puzzle. New puzzles have %(low)s to %(high)s jumps."
        ),
        "buchholz_only_swiss": _(
            "Buchholz is for the Swiss system only; in the others everybody meets everybody."
        ),
    }


def sentences() -> dict[str, str]:
    """Return the sentence of every refusal of this package by code."""
    return {
        "not_on_ladder": _("One of these players is no longer on the ladder."),
        "in_limbo": _("One of these players is leaving the ladder."),
        "not_above": _("You can challenge only players above you."),
        "out_of_reach": _(
            "That player is too far above you. The highest rung you can challenge is %(highest)s."
        ),
        "playing_already": _("You are already playing each other."),
        "met_recently": _(
            "You have played each other within the last week. Challenge somebody else first."
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
        "not_your_fixture": _("Only the players of a match can make a claim about it."),
        "bad_claim": _("You can claim one of these: %(known)s."),
        "round_not_paired": _("Round %(round)s has not been published in that division."),
        "round_closed": _("That round is closed."),
        "not_in_this_format": _("This is not possible in this format."),
        "plays_this_round": _(
            "One of these players already has a fixture or a bye in round %(round)s."
        ),
        "pairing_settled": _(
            "That fixture already has a result. Decide or annul its match instead."
        ),
        "pairing_begun": _("That match has begun, so its pairing can no longer be changed."),
        "entrant_plays": _("This player has already been paired. Exclude them instead."),
        "left_for_good": _(
            "In matches of three or four, the others have already played on without them."
        ),
        "next_season_open": _("The next season is already open."),
        "event_seed_known": _(
            "The seed of the random draws has been published, so no round could be drawn "
            "fairly any more."
        ),
        "no_running_ladder": _("There is no running ladder here."),
        "no_such_tournament": _("There is no such tournament."),
        "not_your_tournament": _("Only the organiser can do this."),
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
        "too_many_tournaments": _(
            "You have %(limit)s unfinished tournaments. Finish or cancel one first."
        ),
        "announced_enough": _(
            "You have announced %(limit)s tournaments within a month. Please wait a while."
        ),
        "already_announced": _(
            "This tournament has been announced, so its terms can no longer be changed."
        ),
        "already_started": _("This tournament has already started."),
        "entries_closed": _("Entries are closed."),
        "already_entered": _("You have already entered."),
        "not_entered": _("You have not entered this tournament."),
        "tournament_over": _("This tournament is over."),
        "bots_not_welcome": _("Bots cannot enter this tournament."),
        "no_such_bot": _("The bot “%(name)s” is not available. Choose one of these: %(known)s."),
        "too_many_running": _(
            "You have %(running)s running matches. To enter, you can have at most %(limit)s."
        ),
        "too_few_entrants": _(
            "The tournament needs %(least)s entrants; %(entered)s have entered so far."
        ),
        "absence_only_swiss": _(
            "You can sit out a single round only in Swiss tournaments and team events."
        ),
        "round_not_ahead": _("You can no longer sit out round %(round)s."),
        "trf_only_two_seats": _(
            "Report files exist only for tournaments of two-player games that have started."
        ),
        "no_such_division": _("There is no such division. Choose one of these: %(names)s."),
        "trf_cannot_say": _("A report file cannot contain this: %(what)s."),
        "teams_enter": _(
            "This tournament is for teams. Create a team, or join one with its "
            "captain’s invitation link."
        ),
        "no_teams_here": _("This tournament is for single players."),
        "no_such_team": _("There is no such team, or its link is no longer valid."),
        "not_your_team": _("Only the team captain can do this."),
        "bad_team_name": _("A team name must have %(low)s to %(limit)s characters."),
        "team_name_taken": _("There is already a team called “%(name)s”."),
        "team_full": _("This team already has its maximum of %(limit)s players."),
        "invited_enough": _("At most %(limit)s invitations can be open at a time."),
        "has_declined": _("This player has declined. They can still join with the link."),
        "not_invited": _("This invitation is no longer valid."),
        "not_in_team": _("There is no such member to move or remove."),
        "order_by_rating": _(
            "Boards are ordered by rating. You can only change the order of players with the "
            "same rating or none."
        ),
        "board_has_begun": _(
            "Play on this board has begun, so its players can no longer be changed."
        ),
        "not_free": _(
            "This member is already playing, is absent in that round, or was lined up elsewhere."
        ),
        "no_running_contest": _("There is no running contest here."),
        "contest_over": _("The time for this contest is over."),
        "bad_report": _("The file cannot be read. %(reason)s"),
        "report_too_long": _("Up to %(limit)s thousand characters."),
        "no_report": _("Choose a file, or paste its text."),
        "reports_waiting": _(
            "%(limit)s of your files are still being processed. Please wait until one of them "
            "is done."
        ),
        "no_such_report": _("This file is no longer here: files are deleted after an hour."),
    }


def explain(error: Exception) -> str:
    """Return the sentence of a refusal of tournaments or games."""
    code = getattr(error, "code", "")
    params: Mapping[str, JSON] = getattr(error, "params", {})
    if code == "bad_plan":
        return _plan_sentence(params)
    phrase = sentences().get(code)
    return phrase % params if phrase else explaining.explain(error)


def _plan_sentence(params: Mapping[str, JSON]) -> str:
    """Return why a plan is refused; what it names by a key is named as people do."""
    named = dict(params)
    if "criterion" in named:
        named["criterion"] = criterion_name(named["criterion"])
    if "day" in named:
        named["day"] = date_format(named["day"], "DATE_FORMAT")
    return plan_reasons()[params["reason"]] % named


NOT_FOUND = frozenset({"no_such_tournament", "no_such_team", "no_such_division", "no_such_report"})
NOT_YOURS = frozenset(
    {
        "not_your_fixture",
        "not_your_tournament",
        "not_your_team",
        "guests_do_not_organise",
        "guests_do_not_enter",
        "referees_do_not_enter",
        "bots_not_welcome",
        "suspended",
    }
)
OVERTAKEN = frozenset(
    {
        "already_announced",
        "announced_enough",
        "already_started",
        "entries_closed",
        "already_entered",
        "not_entered",
        "tournament_over",
        "too_many_running",
        "too_few_entrants",
        "round_not_ahead",
        "too_many_tournaments",
        "not_on_ladder",
        "in_limbo",
        "not_above",
        "out_of_reach",
        "playing_already",
        "met_recently",
        "ladder_busy",
        "pursues_enough",
        "no_running_ladder",
        "teams_enter",
        "no_teams_here",
        "team_name_taken",
        "team_full",
        "invited_enough",
        "has_declined",
        "not_invited",
        "board_has_begun",
        "not_free",
        "no_claim_now",
        "no_running_contest",
        "contest_over",
        "round_not_paired",
        "round_closed",
        "plays_this_round",
        "pairing_settled",
        "pairing_begun",
        "entrant_plays",
        "left_for_good",
        "next_season_open",
        "event_seed_known",
    }
)


def status_of(code: str) -> int | None:
    """Return the HTTP status of a refusal of tournaments, None for any other."""
    if code in NOT_FOUND:
        return 404
    if code in NOT_YOURS:
        return 403
    if code in OVERTAKEN:
        return 409
    return 422 if code in sentences() or code == "bad_plan" else None
