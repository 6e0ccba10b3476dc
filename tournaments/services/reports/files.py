"""Report files of any event: tables and next pairings.

Nothing is stored: the file is shown, paired by the engine, and written again.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from accounts.naming import isolated
from games.services.errors import Refused
from tournaments.reports.answers import Evaluation, ReportRequest
from tournaments.services import wording
from tournaments.services.reports import words
from tournaments.services.reports.evaluation import evaluate
from tournaments.standings.acronyms import KEYS_BY_ACRONYM
from tournaments.standings.base import Kind

MAX_LENGTH = 300_000  # characters
PAGE_SECONDS = 4  # seconds
ASK_ALL = ReportRequest(table=True, pair=True)
WRITING_ERRORS = frozenset({"points_need_tenths", "needs_trf26", "rating_too_high"})


@dataclass(frozen=True)
class Report:
    """An evaluated file for a page: head, table, warnings, next round."""

    told: Evaluation

    @property
    def name(self) -> str:
        return str(self.told["name"])

    @property
    def criteria(self) -> list[wording.Heading]:
        """The column headings of the tie-breaks."""
        return [
            wording.criterion_heading(KEYS_BY_ACRONYM.get(each, each))
            for each in self.told["table"]["criteria"]
        ]

    @property
    def rows(self) -> list[Evaluation]:
        """The table with names and points."""
        return [
            {
                "place": row["place"],
                "name": self.name_of(row["number"]),
                "points": wording.format_points(Fraction(row["points"])),
                "values": [
                    wording.format_points(None if value is None else Fraction(value))
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
    def draft(self) -> Evaluation | None:
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
    def pairings(self) -> list[Evaluation]:
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


def evaluate_quickly(text: str, year: int = 0) -> Evaluation | None:
    """Evaluate a file; None if that takes longer than a page should."""
    told = evaluate(check_text(text), ReportRequest(write=year) if year else ASK_ALL, PAGE_SECONDS)
    return None if told.get("error", {}).get("code") == "out_of_time" else require_success(told)


def require_success(told: Evaluation) -> Evaluation:
    """Return a result without an error; refuses ``bad_report`` or ``trf_cannot_say``."""
    if "error" in told:
        reason = words.error_sentence(told["error"])
        if told["error"]["code"] in WRITING_ERRORS:
            raise Refused("trf_cannot_say", what=reason)
        raise Refused("bad_report", reason=reason)
    return told
