"""The command grammar of incoming e-mails: typed lines in, commands out."""

from inbound.grammar.lookup import parse_claim
from inbound.grammar.notices import is_notice, mentions_absence
from inbound.grammar.parsing import parse, parse_reading
from inbound.grammar.reasons import reason_spellings
from inbound.grammar.values import (
    MATCH_VERBS,
    Command,
    Parsed,
    ParseProblem,
    Verb,
    match_text,
    parse_verb,
)

__all__ = [
    "MATCH_VERBS",
    "Command",
    "ParseProblem",
    "Parsed",
    "Verb",
    "is_notice",
    "match_text",
    "mentions_absence",
    "parse",
    "parse_claim",
    "parse_reading",
    "parse_verb",
    "reason_spellings",
]
