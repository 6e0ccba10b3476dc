"""Explains refusals and rules errors in the active language."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from accounts.naming import isolated
from games.families.phrases import localize_piece_names, merged_texts
from games.orders.errors import BadOrder
from games.services.refusals import SENTENCES
from games.services.wording.order_words import line_error_sentence
from games.services.wording.time_words import moment_words


def sentence_for(code: str, given: Collection[str]) -> str | None:
    """Return the sentence template of a code; its variant depends on the given params."""
    if code == "no_such_cell" and "cells" not in given:
        return _("There is no square “%(cell)s” on this board.")
    if code == "bot_full" and "full" in given:
        return _(
            "Bots needed: %(needed)s. Bots that could play right away: %(fit)s; at their match "
            "limit: %(full)s; at your limit of matches with them: %(together)s. Finish one of "
            "those matches, or try again later."
        )
    if code == "bot_full" and "fit" in given:
        return _(
            "Bots needed: %(needed)s. Bots that could join right away: %(fit)s. Wait "
            "for players, or challenge somebody by name."
        )
    if code == "not_your_stone" and "point" in given:
        return _("You have no stone on %(point)s.")
    if (sentence := SENTENCES.get(code)) is not None:
        return str(sentence)
    return merged_texts(lambda family: family.refusals()).get(code)


def _format_param(value: Any) -> Any:
    """Format a parameter for a sentence; instants in the reader's time zone."""
    if isinstance(value, datetime):
        return moment_words(value)
    if isinstance(value, list | tuple):
        return ", ".join(str(each) for each in value)
    return isolated(localize_piece_names(value)) if isinstance(value, str) else value


def explain(error: Exception) -> str:
    """Return the sentence for a refusal or a rules error."""
    code = getattr(error, "code", "")
    params = {name: _format_param(value) for name, value in getattr(error, "params", {}).items()}
    phrase = sentence_for(code, params)
    if phrase is None:
        return str(error) or _("This was not possible.")
    if isinstance(error, BadOrder):
        return line_error_sentence(error, phrase % params)
    return phrase % params
