"""Messages for invalid plans of a tournament."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _, ngettext_lazy

from tournaments.services import entry_refusals

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

PLAN_MESSAGES: dict[str, _StrPromise] = {
    "missing": _("Please fill in this field."),
    "control_characters": _("Remove the control characters."),
    "invisible_characters": _("Remove the invisible characters from this name."),
    "link_in_name": _(
        "A name cannot contain a web address. If yours has none, put a space after the dot."
    ),
    "too_long": _("Use at most %(limit)s characters."),
    "seats_impossible": _("This game cannot be played by that many players."),
    "no_opening_here": _(
        "Only single-leg matches of one game without chance can start from an opening."
    ),
    "opening_too_long": _("An opening has at most %(limit)s moves."),
    "opening_illegal": _("Move %(number)s of the opening, “%(move)s”, is not legal."),
    "opening_ends_it": _("After the opening there is nothing left to play."),
    "one_game_only": _("In this format, all matches are of one game."),
    "too_many_games": _("At most %(limit)s games can alternate."),
    "game_does_not_fit": _(
        "“%(game)s” cannot be played here: it does not fit the number of players, the time or "
        "the ratings."
    ),
    "format_for_other_seats": ngettext_lazy(
        "This format does not work for matches of %(seats)s player.",
        "This format does not work for matches of %(seats)s players.",
        "seats",
    ),
    "out_of_range": _("Enter a whole number from %(low)s to %(high)s."),
    "too_many_promoted": _("Fewer than half of a division can move up."),
    "groups_need_size": _("Enter the number of players in a group."),
    "never_starts": _("Give a start date, or let the tournament start when it is full."),
    "full_needs_most": _("To start when full, the tournament needs a maximum number of entrants."),
    "start_not_ahead": _("The start must be in the future and within a year."),
    "end_not_ahead": _("The end must be in the future and within a year."),
    "end_after_next": _(
        "The next round begins on %(day)s. Move it to a later date, too, or end this one earlier."
    ),
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
        "Line %(line)s, %(day)s: there can be at most %(days)s days between two rounds."
    ),
    "too_many_dates": ngettext_lazy(
        "You gave %(dates)s dates, but such a tournament has at most %(limit)s round.",
        "You gave %(dates)s dates, but such a tournament has at most %(limit)s rounds.",
        "limit",
    ),
    "dates_at_once": _(
        "If all rounds begin at the same time, they cannot have dates of their own."
    ),
    "dates_without_rounds": _("In this format, rounds cannot have dates of their own."),
    "dates_need_start": _(
        "Give the start of the tournament: entries close then, and every round begins at "
        "that time of day."
    ),
    "most_below_entered": _("%(entered)s have entered already, so the maximum cannot be lower."),
    "most_below_held": _(
        "The maximum cannot be lower than the number of entrants (%(entered)s) plus places on "
        "offer (%(held)s)."
    ),
    "round_begun": _(
        "Round %(rounds)s has begun. Its date and those before it can no longer be changed."
    ),
    "round_paired": _("Round %(rounds)s has been paired. There cannot be fewer rounds than that."),
    "date_has_passed": _("Line %(line)s, %(day)s: this date has passed."),
    **entry_refusals.PLAN_MESSAGES,
    "needs_clock": _("A tournament needs a time limit, so that every match ends."),
    "reviewed_only_swiss": _(
        "Only the pairings of a Swiss, McMahon or team Swiss can be reviewed."
    ),
    "late_only_swiss": _("Only Swiss tournaments allow late entries."),
    "apart_only_swiss": _(
        "Only Swiss tournaments can keep pairs apart; in the others everybody may meet."
    ),
    "bands_do_not_fall": _(
        "Enter one to %(limit)s whole numbers up to %(high)s in falling order, for example "
        "“1800 1600 1400”."
    ),
    "accelerated_only_swiss": _("Only Swiss tournaments can be accelerated."),
    "accelerated_needs_halves": _(
        "In an accelerated Swiss, a defeat must be worth 0 points, so that a draw is worth half a "
        "win."
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
