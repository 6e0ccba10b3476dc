"""Report files of any event: tables and next pairings.

Nothing is stored: the file is shown, paired by the engine, and written again.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from accounts.naming import isolated
from games.services.errors import Refused
from tournaments.reports.answers import Ask, Told
from tournaments.services import wording
from tournaments.services.reports import words
from tournaments.services.reports.evaluation import evaluate
from tournaments.standings.acronyms import KEYS
from tournaments.standings.base import Kind

MAX_LENGTH = 300_000  # characters
AT_ONCE = 4  # seconds
ALL = Ask(table=True, pair=True)
WRITING = frozenset({"points_need_tenths", "needs_trf26", "rating_too_high"})


@dataclass(frozen=True)
class Report:
    """An evaluated file for a page: head, table, warnings, next round."""

    told: Told

    @property
    def name(self) -> str:
        return str(self.told["name"])

    @property
    def criteria(self) -> list[wording.Heading]:
        """The column headings of the tie-breaks."""
        return [
            wording.criterion_heading(KEYS.get(each, each))
            for each in self.told["table"]["criteria"]
        ]

    @property
    def rows(self) -> list[Told]:
        """The table with names and points."""
        return [
            {
                "place": row["place"],
                "name": self.name_of(row["number"]),
                "points": wording.figure(Fraction(row["points"])),
                "values": [
                    wording.figure(None if value is None else Fraction(value))
                    for value in row["values"]
                ],
            }
            for row in self.told["table"]["rows"]
        ]

    @property
    def remarks(self) -> list[str]:
        """The warnings about the file."""
        said = [words.remark_sentence(each) for each in self.told["remarks"]]
        return said + words.left_out_sentences(self.told)

    @property
    def draft(self) -> Told | None:
        """The next round, or None."""
        return None if "error" in self.told["pair"] else self.told["pair"]

    @property
    def no_round(self) -> str:
        """Why there is no next round."""
        error = self.told["pair"].get("error")
        return words.error_sentence(error) if error else ""

    @property
    def notes(self) -> list[str]:
        """Sentences about the next round."""
        notes = self.draft["notes"] if self.draft else ()
        return [words.note_sentence(each) for each in notes]

    @property
    def pairings(self) -> list[Told]:
        """The boards of the next round, White first."""
        pairs = self.draft["pairs"] if self.draft else ()
        return [
            {"board": board, "names": [self.name_of(who) for who in pair]}
            for board, pair in enumerate(pairs, start=1)
        ]

    @property
    def byes(self) -> list[str]:
        """Players who sit out, with their kind of bye."""
        if not self.draft:
            return []
        kinds = dict.fromkeys(self.draft["byes"], Kind.PAIRED_BYE)
        kinds |= {int(who): Kind(kind) for who, kind in self.draft["absent"].items()}
        return [f"{self.name_of(who)}: {wording.kind_name(kind)}" for who, kind in kinds.items()]

    def name_of(self, who: int) -> str:
        return isolated(self.told["names"][str(who)])


def check_text(text: str) -> str:
    """Refuse a text that is empty or too long."""
    if len(text) > MAX_LENGTH:
        raise Refused("report_too_long", limit=MAX_LENGTH // 1000)
    if not text.strip():
        raise Refused("no_report")
    return text


def evaluate_quickly(text: str, year: int = 0) -> Told | None:
    """Evaluate a file; None if that takes longer than a page should."""
    told = evaluate(check_text(text), Ask(write=year) if year else ALL, AT_ONCE)
    return None if told.get("error", {}).get("code") == "out_of_time" else require_success(told)


def require_success(told: Told) -> Told:
    """Return a result without an error; refuses ``bad_report`` or ``trf_cannot_say``."""
    if "error" in told:
        reason = words.error_sentence(told["error"])
        if told["error"]["code"] in WRITING:
            raise Refused("trf_cannot_say", what=reason)
        raise Refused("bad_report", reason=reason)
    return told
