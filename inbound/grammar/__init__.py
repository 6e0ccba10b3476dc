"""What people write in an e-mail, as commands: the grammar of a match and what is around it."""

from inbound.grammar.lookup import claimed
from inbound.grammar.notices import is_notice
from inbound.grammar.parsing import parse
from inbound.grammar.values import AT_MATCH, Command, Fault, Parsed, Verb, match_text

__all__ = [
    "AT_MATCH",
    "Command",
    "Fault",
    "Parsed",
    "Verb",
    "claimed",
    "is_notice",
    "match_text",
    "parse",
]
