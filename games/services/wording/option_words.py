from __future__ import annotations

from typing import Any

from games.families.phrases import merged_texts


def option_label(name: str) -> str:
    return merged_texts(lambda family: family.option_labels()).get(name, name)


def value_label(name: str, value: Any) -> str:
    """Return an option's value as a choice in a form."""
    return merged_texts(lambda family: family.option_values()).get(name, {}).get(value, str(value))


def option_phrase(name: str, value: Any) -> str:
    """Return an option and its value as a phrase among the terms; "" for the default."""
    return (
        merged_texts(lambda family: family.term_phrases())
        .get(name, {})
        .get(value, f"{name}: {value}")
    )
