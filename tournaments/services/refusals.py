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
        "missing": _("Write something here."),
        "too_long": _("At most %(limit)s characters fit."),
        "seats_impossible": _("This game cannot be played by so many at a table."),
        "format_for_other_seats": _("This format is not for tables of %(seats)s."),
        "out_of_range": _("A whole number from %(low)s to %(high)s."),
        "too_many_promoted": _("Fewer than half of a division can move up."),
        "groups_need_size": _("Say how many play in a group."),
        "never_starts": _("Give a day, or let it start when it is full."),
        "full_needs_most": _("To start when full it needs a largest number of entrants."),
        "start_not_ahead": _("The start must lie ahead, within a year."),
        "date_before_start": _("Line %(line)s, %(day)s: no round begins before the start."),
        "dates_do_not_rise": _("Line %(line)s, %(day)s, does not come after the line above it."),
        "dates_too_close": _(
            "Line %(line)s, %(day)s, comes too soon: a line-up stands for two days before its "
            "matches begin, so %(days)s days are the least."
        ),
        "dates_too_far": _("Line %(line)s, %(day)s: more than %(days)s days lie before it."),
        "too_many_dates": _(
            "These are %(dates)s dates; such a tournament has %(limit)s rounds at most."
        ),
        "dates_at_once": _("Rounds that begin at once have no days of their own."),
        "dates_without_rounds": _("This format has no rounds with days of their own."),
        "dates_need_start": _(
            "Give the start: the rounds begin at its time of day, and entries close with it."
        ),
        "needs_clock": _("A tournament needs a time limit, so that every match ends."),
        "late_only_swiss": _("Only a Swiss can take in late entries."),
        "apart_only_swiss": _("Only a Swiss can keep pairs apart; elsewhere all may meet."),
        "apart_from_oneself": _("A pair needs two different players."),
        "swiss_needs_rounds": _("A Swiss needs a number of rounds."),
        "points_do_not_fall": _(
            "Write %(seats)s numbers, falling, and the last one less than the first."
        ),
        "unknown_criterion": _("“%(criterion)s” is no tie-break for this format."),
        "criterion_twice": _("“%(criterion)s” is chosen twice; once is enough."),
        "how_many_puzzles": _("Choose from one puzzle to %(limit)s."),
        "unknown_puzzle": _(
            "“%(puzzle)s” is no puzzle: fresh ones have %(low)s to %(high)s jumps."
        ),
        "buchholz_only_swiss": _("Buchholz belongs to the Swiss system; in others all meet all."),
    }


def sentences() -> dict[str, str]:
    """Return the sentence of every refusal of this package by code."""
    return {
        "not_on_ladder": _("Somebody there is not on this ladder any more."),
        "in_limbo": _("Somebody there is leaving the ladder."),
        "not_above": _("You can challenge those above you only."),
        "out_of_reach": _("That is too far up; the highest rung you can challenge is %(highest)s."),
        "playing_already": _("You are playing each other already."),
        "met_recently": _("You have met within a week; challenge somebody else first."),
        "ladder_busy": _(
            "%(limit)s challenges against this player are running; from the rung directly below "
            "it is always possible."
        ),
        "pursues_enough": _("You have %(limit)s challenges of your own running on this ladder."),
        "no_claim_now": _(
            "Nothing can be claimed here now: the time for it has not begun, or is over."
        ),
        "not_your_fixture": _("Only those who play a fixture can claim about it."),
        "bad_claim": _("Claim one of these: %(known)s."),
        "round_not_paired": _("Round %(round)s is not published there."),
        "round_closed": _("That round is closed."),
        "not_in_this_format": _("That cannot be had in this format."),
        "plays_this_round": _("Somebody there has a fixture or a bye in round %(round)s already."),
        "pairing_settled": _("That fixture has its result; decide or annul its match instead."),
        "pairing_begun": _("That match has begun; the pairing cannot be changed any more."),
        "entrant_plays": _("This player has already been paired; exclude them instead."),
        "left_for_good": _("At tables of three or four the others have played on without them."),
        "next_season_open": _("The next season is open already."),
        "event_seed_known": _(
            "The seed of the lots is public by now; no round could be drawn fairly any more."
        ),
        "no_running_ladder": _("There is no ladder running here."),
        "no_such_tournament": _("There is no such tournament."),
        "not_your_tournament": _("Only its organiser can do this."),
        "guests_do_not_organise": _("To organise you need an account with a confirmed address."),
        "suspended": _("A referee has suspended you from entering events until %(until)s."),
        "guests_do_not_enter": _("To enter you need an account with a confirmed address."),
        "referees_do_not_enter": _(
            "You are a referee of this tournament; give the appointment back before you enter."
        ),
        "too_many_tournaments": _("You have %(limit)s unfinished tournaments; let one end first."),
        "announced_enough": _(
            "You have announced %(limit)s tournaments within a month; wait a little."
        ),
        "already_announced": _("It has been announced; its terms stand."),
        "already_started": _("It has started already."),
        "entries_closed": _("Entries are closed."),
        "already_entered": _("You have entered already."),
        "not_entered": _("You have not entered."),
        "tournament_over": _("This tournament is over."),
        "bots_not_welcome": _("Bots cannot enter here."),
        "no_such_bot": _("“%(name)s” is none of the bots that can be chosen: %(known)s."),
        "too_many_running": _(
            "You have %(running)s running matches; at most %(limit)s are allowed to enter."
        ),
        "too_few_entrants": _("It needs %(least)s entrants; %(entered)s have entered."),
        "absence_only_swiss": _("Only in a Swiss and in team events can one miss a single round."),
        "round_not_ahead": _("Round %(round)s cannot be left out any more."),
        "trf_only_two_seats": _("A report file exists for games of two only, once it has begun."),
        "no_such_division": _("There is no such division; ask for one of these: %(names)s."),
        "trf_cannot_say": _("A report file cannot say this: %(what)s."),
        "teams_enter": _("Here teams enter: found one, or join one by its captain’s link."),
        "no_teams_here": _("Here everybody plays alone."),
        "no_such_team": _("There is no such team, or its link is no longer good."),
        "not_your_team": _("Only the captain of the team can do this."),
        "bad_team_name": _("The name of a team has %(low)s to %(limit)s characters."),
        "team_name_taken": _("There is a team called “%(name)s” already."),
        "team_full": _("This team has all the %(limit)s players it can have."),
        "invited_enough": _("At most %(limit)s invitations can wait for an answer."),
        "has_declined": _("This player has declined; they can still join by the link."),
        "not_invited": _("This invitation does not stand any more."),
        "not_in_team": _("No such member can be moved or taken out."),
        "order_by_rating": _(
            "Ratings order the boards; only equal or missing ones leave a choice."
        ),
        "board_has_begun": _("This board has begun; its players stand."),
        "not_free": _("This member plays, is absent in that round, or was lined up elsewhere."),
        "no_running_contest": _("There is no contest running here."),
        "contest_over": _("The time of this contest is over."),
        "bad_report": _("The file cannot be read. %(reason)s"),
        "report_too_long": _("Up to %(limit)s thousand characters."),
        "no_report": _("Choose a file, or paste its text."),
        "reports_waiting": _(
            "%(limit)s of your files are still being read; wait until one of them is done."
        ),
        "no_such_report": _("There is nothing here any more: files are forgotten after an hour."),
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
    """Return why a plan are not available; what it names by a key is named as people do."""
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
