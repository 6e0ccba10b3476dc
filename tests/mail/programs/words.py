"""Dates and fixed words of mail programs in four languages."""

from datetime import datetime

DAYS = {
    "en": ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
    "de": ["Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"],
    "fr": ["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"],
    "it": ["lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato", "domenica"],
}
MONTHS = {
    "en": "January February March April May June July August September October November December",
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "it": "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre"
    " dicembre",
}
SHORT_MONTHS = {
    "en": "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec",
    "de": "Jan. Feb. März Apr. Mai Juni Juli Aug. Sept. Okt. Nov. Dez.",
    "fr": "janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.",
    "it": "gen feb mar apr mag giu lug ago set ott nov dic",
}


def month(at: datetime, language: str) -> str:
    return MONTHS[language].split()[at.month - 1]


def short_month(at: datetime, language: str) -> str:
    return SHORT_MONTHS[language].split()[at.month - 1]


def day(at: datetime, language: str) -> str:
    return DAYS[language][at.weekday()]


def short_day(at: datetime, language: str) -> str:
    name = day(at, language)
    return {"de": f"{name[:2]}.", "fr": f"{name[:3]}."}.get(language, name[:3])


def clock(at: datetime) -> str:
    return f"{at:%H:%M}"


def clock12(at: datetime, gap: str = "\u202f") -> str:
    return f"{at.hour % 12 or 12}:{at:%M}{gap}{'AM' if at.hour < 12 else 'PM'}"


def long_date(at: datetime, language: str) -> str:
    """Monday, November 23, 2026 — as Windows writes it."""
    if language == "en":
        return f"{day(at, 'en')}, {month(at, 'en')} {at.day}, {at.year}"
    if language == "de":
        return f"{day(at, 'de')}, {at.day}. {month(at, 'de')} {at.year}"
    return f"{day(at, language)} {at.day} {month(at, language)} {at.year}"


def slashed(at: datetime, language: str) -> str:
    if language == "en":
        return f"{at.month}/{at.day}/{at:%y}"
    return f"{at:%d.%m.%y}" if language == "de" else f"{at:%d/%m/%Y}"


HEADS = {
    "en": ("From:", "Sent:", "To:", "Subject:", "Date:"),
    "de": ("Von:", "Gesendet:", "An:", "Betreff:", "Datum:"),
    "fr": ("De\u00a0:", "Envoyé\u00a0:", "À\u00a0:", "Objet\u00a0:", "Date\u00a0:"),
    "it": ("Da:", "Inviato:", "A:", "Oggetto:", "Data:"),
}
ORIGINAL = {
    "en": "Original Message",
    "de": "Ursprüngliche Nachricht",
    "fr": "Message d'origine",
    "it": "Messaggio originale",
}
REPLY = {"en": "Re:", "de": "AW:", "fr": "RE:", "it": "R:"}
