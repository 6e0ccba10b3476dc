"""Languages that people can say they speak, by ISO 639 code (pure)."""

from __future__ import annotations

from functools import lru_cache

from babel import Locale

LANGUAGE_CODES = (
    *("ar", "bg", "bn", "bs", "ca", "cs", "cy", "da", "de", "el", "en", "eo", "es", "et", "eu"),
    *("fa", "fi", "fr", "ga", "gl", "gsw", "he", "hi", "hr", "hu", "hy", "id", "is", "it", "ja"),
    *("ka", "ko", "la", "lb", "lt", "lv", "mk", "ms", "mt", "nb", "nl", "nn", "pl", "pt", "rm"),
    *("ro", "ru", "sk", "sl", "sq", "sr", "sv", "sw", "ta", "th", "tr", "uk", "ur", "vi", "zh"),
)


def is_language(code: str) -> bool:
    return code in LANGUAGE_CODES


@lru_cache(maxsize=8)
def language_choices(reader: str) -> tuple[tuple[str, str], ...]:
    """Return (code, name) of all languages, named and sorted in the reader's language."""
    names = Locale.parse(reader).languages
    found = ((code, str(names.get(code, code))) for code in LANGUAGE_CODES)
    return tuple(sorted(found, key=lambda language: language[1].casefold()))


def language_names(codes: list[str], reader: str) -> list[str]:
    """Return the names of languages in the reader's language, in the given order."""
    known = dict(language_choices(reader))
    return [known[code] for code in codes if code in known]
