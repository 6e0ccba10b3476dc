"""Texts of replies, in the active language."""

from __future__ import annotations

import re
from collections.abc import Sequence

from django.utils.formats import date_format
from django.utils.translation import get_language, gettext as _, ngettext

from accounts.services.errors import Refused as AccountRefused
from games.services.errors import Refused
from inbound.grammar import Command, ParseProblem, Verb, reason_spellings
from inbound.grammar.spellings import command_spellings
from tournaments.referees.services import refusals

CODES_NAMING_COMMAND = frozenset(
    {"not_about_match", "not_about_tournament", "nothing_to_answer", "no_such_order_waits"}
    | {"which_tournament", "no_reason_here", "asked_other"}
    | {"which_game"}
)
_BLANKS = re.compile(r" (?=…|\d)")  # placeholders follow the keyword


def problem_sentences() -> dict[str, str]:
    """Return the sentence for each error code."""
    return {
        "nothing_typed": _("We found nothing in your e-mail that you wrote yourself."),
        "nothing_asked": _(
            "There is nothing here that we can act on. To send the others a message, begin the "
            "line with “%(msg)s”; “%(help)s” lists everything you can write."
        ),
        "not_understood": _("We do not understand “%(text)s”."),
        "after_text": _(
            "We cannot tell whether “%(text)s” belongs to the text above it. If it does, write "
            "both on one line; if it is a command, leave a blank line above it."
        ),
        "seems_automatic": _(
            "Your e-mail looks like an automatic reply, so it was not processed. If you wrote it "
            "yourself: “%(leave)s” books leave, “%(msg)s …” sends the others a message, and "
            "“%(help)s” lists everything you can write. We ask this at most once a day."
        ),
        "stop_or_withdraw": _(
            "“%(text)s” can mean two things. Write “%(stop)s” to get fewer e-mails, or "
            "“%(withdraw)s” to leave the tournament."
        ),
        "two_dates": _("Leave needs a first and a last day: leave 2027-01-03 2027-01-10"),
        "bad_date": _("“%(text)s” is not a day. Write it like this: 2027-01-03"),
        "dates_reversed": _("The last day of leave cannot be before the first."),
        "text_missing": _("After “%(text)s”, write what you want to say."),
        "words_after": _("We do not understand what follows the command in “%(text)s”."),
        "bad_reason": _(
            "We do not understand what follows the command in “%(text)s”. You can give a "
            "reason for declining a challenge: %(reasons)s."
        ),
        "no_reason_here": _(
            "Only challenges can be declined with a reason. Write “%(text)s” and nothing else."
        ),
        "unmarked_quote": _(
            "We cannot tell what you wrote from what you quoted. Delete everything but your own "
            "words and send it again."
        ),
        "readings_differ": _(
            "The plain-text and the formatted version of your e-mail differ. Send it again as "
            "plain text."
        ),
        "below_signature": _(
            "“%(text)s” is below what looks like a signature or a line from your e-mail "
            "program, so we cannot tell whether you meant it. Send your commands again with "
            "nothing in between."
        ),
        "enclosed": _(
            "Your e-mail is enclosed in its signature (S/MIME), so we cannot read it. Send it "
            "unsigned, or signed as clear text."
        ),
        "undecodable": _("We could not read the characters of your e-mail."),
        "encrypted": _("Your e-mail is encrypted, so we cannot read it."),
        "too_long": _("You wrote more than we can read in one e-mail."),
        "orders_too_long": _("That is longer than we can read in one e-mail."),
        "line_too_long": _("That is longer than we can read in one e-mail."),
        "set_aside": _(
            "One of your e-mails could not be read because of an error on our side, and "
            "nothing in it was carried out. Please write it again in different words, or use "
            "the site. The error has been reported."
        ),
        "too_large": _("Your e-mail is larger than 256 KiB. Send it without attachments."),
        "not_about_match": _(
            "“%(text)s” belongs to a match. Reply to an e-mail about that match instead."
        ),
        "not_about_tournament": _(
            "“%(text)s” belongs to a tournament. Reply to an e-mail about that tournament instead."
        ),
        "no_tournament_called": _("There is no tournament called “%(name)s”."),
        "several_tournaments": _(
            "“%(name)s” fits several tournaments: %(titles)s. Write the whole title, or reply to "
            "an e-mail about the one you mean."
        ),
        "which_tournament": _(
            "You are in several tournaments: %(titles)s. Write the title of one of them after "
            "“%(text)s”."
        ),
        "nothing_to_answer": _(
            "“%(text)s” answers a challenge, an invitation or a draw offer. The e-mail you "
            "replied to contains none of these."
        ),
        "asked_other": _(
            "The e-mail you replied to asked about something else. To answer its question, "
            "reply “%(text)s” and nothing else."
        ),
        "no_pause_end": _(
            "Say when the pause should end: “%(pause)s”. It begins when your opponent agrees."
        ),
        "no_leave": _("You have no leave to cancel."),
        "no_orders_wait": _("You have no orders waiting in this match."),
        "no_such_order_waits": _(
            "You have no order “%(text)s” waiting in this match. “orders” lists your orders."
        ),
        "no_terms_yet": _(
            "You have not challenged anybody yet, so we do not know which terms you want. Reply "
            "to an e-mail about a match instead, and its terms will be used."
        ),
        "no_game_called": _("There is no game called “%(name)s”. The games are: %(games)s"),
        "which_game": _("Write the name of a game after “%(text)s”: %(games)s"),
        "several_games": _("“%(name)s” fits several games: %(games)s"),
        "unknown_language": _(
            "After “%(language)s”, write one of our languages: English, Deutsch, français, "
            "italiano."
        ),
        "no_ruling_here": _(
            "There is no ruling here that you can appeal. Reply to the e-mail with the ruling "
            "instead."
        ),
        "stale": _(
            "The match has moved on since the e-mail you replied to. This is the current position."
        ),
        "paused": _(
            "More than five of your e-mails within an hour could not be carried out, so we "
            "will not read any more for about an hour. You can still do everything on the site."
        ),
    }


def describe_problem(error: Exception | ParseProblem) -> str:
    if isinstance(error, AccountRefused):
        return str(error)
    if isinstance(error, ParseProblem):
        phrase = problem_sentences().get(error.code)
        if phrase is None:
            return _describe_grammar_problem(error)
        language = get_language() or "en"
        word = command_spellings(language)
        said = {"msg": word[Verb.MSG].removesuffix(" …"), "help": word[Verb.HELP]}
        said |= {"leave": word[Verb.LEAVE], "pause": word[Verb.PAUSE]}
        said |= {"stop": word[Verb.STOP], "withdraw": word[Verb.WITHDRAW]}
        said |= {"reasons": reasons_line(language), "language": word[Verb.LANGUAGE].split()[0]}
        return phrase % {"text": error.text, **said}
    code = str(getattr(error, "code", ""))
    phrase = problem_sentences().get(code)
    if phrase is not None:
        params = dict(getattr(error, "params", {}))
        if code in CODES_NAMING_COMMAND:
            params["text"] = localize(str(params["text"]), get_language() or "en")
        return phrase % params
    return refusals.explain(error)  # type: ignore[arg-type]


def _describe_grammar_problem(error: ParseProblem) -> str:
    """Return the sentence of an error that website and API share."""
    word = (error.text.split() or [""])[0]
    try:
        return refusals.explain(
            Refused(error.code, text=error.text, word=word, move=error.text, order=error.text)
        )
    except KeyError:
        return problem_sentences()["not_understood"] % {"text": error.text}


def reasons_line(language: str) -> str:
    """Return the commands for declining with each reason."""
    decline = command_spellings(language)[Verb.DECLINE]
    spelled = (f"{decline} {reason}" for reason in reason_spellings(language).values())
    return " · ".join(spelled)


def localize(spelling: str, language: str) -> str:
    """Return a canonical command with its keywords in the given language."""
    if spelling.startswith(f"{Verb.IF} "):
        first, _move, then, *_rest = command_spellings(language)[Verb.IF].split()
        return re.sub(r"\bthen\b", then, re.sub(r"\bif\b", first, spelling))
    reason = reason_spellings(language).get(spelling.removeprefix(f"{Verb.DECLINE} "))
    if reason is not None:
        return f"{command_spellings(language)[Verb.DECLINE]} {reason}"
    if spelling.startswith(f"{Verb.PAUSE} "):
        return _localize_pause(spelling, command_spellings(language)[Verb.PAUSE])
    for verb, local in command_spellings(language).items():
        if f"{spelling} ".startswith(f"{verb} "):
            keyword = _BLANKS.split(local)[0]
            return f"{keyword}{spelling.removeprefix(verb)}"
    return spelling


def _localize_pause(spelling: str, local: str) -> str:
    """Return “pause until 2027-01-10” or “pause 5 days” in the given language."""
    until, end = _BLANKS.split(local)[0], spelling.rsplit(maxsplit=1)[-1]
    if end != "days":
        return f"{until} {end}"
    count = int(spelling.split()[1])
    days = ngettext("%(count)d day", "%(count)d days", count) % {"count": count}
    return f"{until.split()[0]} {days}"


def format_day(value: object) -> str:
    return date_format(value, "DATE_FORMAT")  # type: ignore[arg-type]


def command_label(command: Command) -> str:
    """Return a command as it was understood, for the list of what was done."""
    if command.verb is Verb.LEAVE and command.first and command.last:
        return f"leave {command.first.isoformat()} {command.last.isoformat()}"
    return command.spelling


def left_out_sentences(lines: Sequence[str]) -> list[str]:
    """Return a sentence for each polite line below a message that was not sent with it."""
    said = _("Left out because it is on a line of its own: “%(text)s”")
    return [said % {"text": line} for line in lines]
