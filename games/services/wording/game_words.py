"""Names of games, rating pools and strategies, and the agreed options, in the active language."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _, ngettext

from games.families.phrases import family_texts, merged_texts
from games.rules.base import Options
from games.services.wording.option_words import option_phrase


def ruleset_names() -> dict[str, str]:
    return merged_texts(lambda family: family.ruleset_names())


def pool_names() -> dict[str, str]:
    return merged_texts(lambda family: family.pool_names())


def strategy_names() -> dict[str, str]:
    """Return what each strategy does, as “plays any legal move”."""
    return {
        "random": _("plays any legal move"),
        **merged_texts(lambda family: family.strategy_names()),
    }


def ruleset_name(key: str) -> str:
    return family_texts(key).ruleset_names().get(key, key)


def pool_name(key: str) -> str:
    return pool_names().get(key, key)


def option_words(name: str, value: Any) -> str:
    if name == "legs":
        return ngettext("%(count)d leg", "%(count)d legs", value) % {"count": value}
    if name == "max_extra_pairs":
        if not value:
            return _("no tie-break")
        return ngettext(
            "up to %(count)d tie-break pair", "up to %(count)d tie-break pairs", value
        ) % {"count": value}
    return option_phrase(name, value)


def options_line(ruleset: str, options: Options) -> str:
    """Return the agreed options as one line; a single leg has no tie-break to mention."""
    shown = family_texts(ruleset).notable_options(options)
    if shown.get("legs") == 1:
        shown.pop("max_extra_pairs", None)
    words = (option_words(name, value) for name, value in shown.items())
    return ", ".join(filter(None, words))
