"""The agreed options in words: their names for forms, their values for forms and terms."""

from __future__ import annotations

from typing import Any

from games.families.phrases import merged_texts


def option_label(name: str) -> str:
    """Return the label of an option's field."""
    return merged_texts(lambda family: family.option_labels()).get(name, name)


def value_words(name: str, value: Any) -> str:
    """Return a value of an option as a choice of a field."""
    return merged_texts(lambda family: family.option_values()).get(name, {}).get(value, str(value))


def agreed_words(name: str, value: Any) -> str:
    """Return an option and its value as a phrase among the terms; empty for what is usual."""
    return (
        merged_texts(lambda family: family.term_phrases())
        .get(name, {})
        .get(value, f"{name}: {value}")
    )
