from games.rules.base import MAX_QUOTED, RulesError


class BadOrder(RulesError):
    """An invalid line: number (from 1), the order as written, and the RulesError that caused it."""

    def __init__(self, cause: RulesError, line: int, order: str) -> None:
        self.cause, self.line, self.order = cause, line, order[:MAX_QUOTED]
        super().__init__(cause.code, **cause.params)
