"""The command grammar of incoming e-mails: typed lines in, commands out."""

from inbound.grammar.lookup import parse_claim
from inbound.grammar.notices import is_notice, speaks_of_absence
from inbound.grammar.parsing import parse, parse_reading
from inbound.grammar.reasons import spelled_reasons
from inbound.grammar.values import (
    AT_MATCH,
    Command,
    Parsed,
    ParseProblem,
    Verb,
    match_text,
    verb_of,
)

__all__ = [
    "AT_MATCH",
    "Command",
    "ParseProblem",
    "Parsed",
    "Verb",
    "is_notice",
    "match_text",
    "parse",
    "parse_claim",
    "parse_reading",
    "speaks_of_absence",
    "spelled_reasons",
    "verb_of",
]
