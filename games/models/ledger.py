"""Append-only rows: what is written once stays."""

from __future__ import annotations

from typing import Any, NoReturn, TypeVar

from django.db import models

Row_co = TypeVar("Row_co", bound=models.Model, covariant=True)


class AppendOnlyQuerySet(models.QuerySet[Row_co]):
    """Refuses to change or remove lines."""

    def update(self, **_fields: object) -> NoReturn:
        """Refuse: a ledger is append-only."""
        raise TypeError(f"{self.model.__name__} is append-only")

    def delete(self) -> NoReturn:
        """Refuse: a ledger is append-only."""
        raise TypeError(f"{self.model.__name__} is append-only")


class LedgerLine(models.Model):
    """Base of all ledgers: saved once, never changed, never removed."""

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Insert; refuse to overwrite an existing line."""
        if self.pk is not None and not self._state.adding:
            raise TypeError(f"{type(self).__name__} is append-only")
        super().save(*args, **kwargs)

    def delete(self, *_args: object, **_kwargs: object) -> NoReturn:
        """Refuse: a ledger is append-only."""
        raise TypeError(f"{type(self).__name__} is append-only")
