"""The help text: everything one can write in an e-mail."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _

from games.families.phrases import family_texts
from games.rules.series import as_series
from games.services.match.loaded import LoadedMatch
from inbound.grammar import Verb, reason_spellings
from inbound.grammar.spellings import NEXT_LEG_EXAMPLES, command_spellings


def help_lines(loaded: LoadedMatch | None, language: str) -> list[str]:
    """Return all commands with their meaning, in the reader's language.

    The most needed come first: those for playing if there is a match, then general ones.
    """
    word = command_spellings(language)
    said = _general_help(word, language) | _rare_help(word)
    if loaded is not None:
        later = _order_help(loaded, word, language) | _match_help(word)
        said = _playing_help(word) | _general_help(word, language) | later | _rare_help(word)
    lines = [f"{spelling} – {words}" for spelling, words in said.items()]
    grammar = family_texts(loaded.match.ruleset).grammar() if loaded is not None else ""
    return [grammar, *lines] if grammar else lines


def _playing_help(word: Mapping[Verb, str]) -> dict[str, str]:
    return {
        word[Verb.MOVES]: _("the moves you can make now"),
        word[Verb.BOARD]: _("the current board"),
        word[Verb.MSG]: _("send the others a message"),
        word[Verb.TIE]: _("offer a draw, or agree to one"),
        word[Verb.TAKE_BACK]: _("ask to take back your last move, in unrated two-player matches"),
        word[Verb.RESIGN]: _("resign the match"),
    }


def _general_help(word: Mapping[Verb, str], language: str) -> dict[str, str]:
    return {
        word[Verb.STATUS]: _(
            "all your matches with their boards, challenges, tournaments and cases"
        ),
        f"{word[Verb.ACCEPT]} / {word[Verb.DECLINE]}": _(
            "answer a challenge, an invitation or a draw offer"
        ),
        _with_reasons(word[Verb.DECLINE], language): _("decline a challenge and say why"),
        f"{word[Verb.ENTER]} / {word[Verb.WITHDRAW]}": _(
            "enter the tournament the e-mail is about, or leave it"
        ),
        word[Verb.STANDINGS]: _(
            "the standings of the tournament the e-mail is about, or of the one you name"
        ),
        word[Verb.LEAVE]: _("book leave, with its first and last day"),
        word[Verb.CANCEL_LEAVE]: _("end your leave today, or cancel the next one booked"),
        word[Verb.MSG]: _("send the others a message"),
    }


def _order_help(loaded: LoadedMatch, word: Mapping[Verb, str], language: str) -> dict[str, str]:
    """Return the orders that this game has."""
    said = {word[Verb.IF]: _("a conditional move: if the others play this, you play that")}
    if as_series(loaded.rules) is not None:
        said[NEXT_LEG_EXAMPLES.get(language, NEXT_LEG_EXAMPLES["en"])] = _(
            "a move that ends a leg, and your first move of the next"
        )
    if loaded.rules.takes_standing_orders:
        said[word[Verb.STANDING]] = _(
            "a standing order for dice: what to do with each number, first choice first"
        )
    if loaded.rules.drafts:
        said[word[Verb.DRAFT]] = _("the colours you pick in a draft, best first")
    said[word[Verb.ORDERS]] = _("your waiting orders")
    said[word[Verb.CANCEL_ORDERS]] = _(
        "withdraw all your waiting orders in this match, or just the one you name"
    )
    return said


def _match_help(word: Mapping[Verb, str]) -> dict[str, str]:
    return {
        word[Verb.NOTE]: _("save a private note"),
        word[Verb.NOTES]: _("your private notes"),
        word[Verb.PAUSE]: _(
            "propose to pause all clocks of this match, until a date or for a number of days"
        ),
        word[Verb.REMATCH]: _("offer a rematch when this match is over"),
        word[Verb.CLAIM]: _("claim a result, or call a referee and say why"),
    }


def _rare_help(word: Mapping[Verb, str]) -> dict[str, str]:
    return {
        word[Verb.CHALLENGE]: _(
            "challenge a player by name, on the terms of the match the e-mail is about, or to "
            "the game you name"
        ),
        word[Verb.ORDERS]: _("your waiting orders"),
        word[Verb.NOTES]: _("your private notes"),
        word[Verb.APPEAL]: _("appeal against a ruling, with your reasons"),
        f"{word[Verb.STOP]} / {word[Verb.START]}": _("get fewer e-mails, or all of them again"),
        f"{word[Verb.NEWS_ON]} / {word[Verb.NEWS_OFF]}": _(
            "get e-mails about new tournaments, or stop them"
        ),
        f"{word[Verb.PLAIN]} / {word[Verb.HTML]}": _(
            "e-mails as plain text only, or with pictures again"
        ),
        word[Verb.LANGUAGE]: _(
            "the language of pages and e-mails: English, Deutsch, français or italiano"
        ),
        word[Verb.RULES]: _("the rules of this game, or of the one you name"),
        word[Verb.HELP]: _("this list"),
    }


def _with_reasons(decline: str, language: str) -> str:
    return f"{decline} {' / '.join(reason_spellings(language).values())}"
