"""Errors in an order: the line, and the reason as the rules name it."""

from games.rules.base import MAX_QUOTED, RulesError


class BadOrder(RulesError):
    """A line that cannot be kept: `line` from 1, `order` as written, `cause` why (a RulesError)."""

    def __init__(self, cause: RulesError, line: int, order: str) -> None:
        self.cause, self.line, self.order = cause, line, order[:MAX_QUOTED]
        super().__init__(cause.code, **cause.params)
