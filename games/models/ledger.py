from __future__ import annotations

from typing import Any, NoReturn, TypeVar

from django.db import models

Row_co = TypeVar("Row_co", bound=models.Model, covariant=True)


class AppendOnlyQuerySet(models.QuerySet[Row_co]):
    def update(self, **_fields: object) -> NoReturn:
        raise TypeError(f"{self.model.__name__} is append-only")

    def delete(self) -> NoReturn:
        raise TypeError(f"{self.model.__name__} is append-only")


class LedgerLine(models.Model):
    """Base class of ledgers: rows are saved once, never changed or deleted."""

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.pk is not None and not self._state.adding:
            raise TypeError(f"{type(self).__name__} is append-only")
        super().save(*args, **kwargs)

    def delete(self, *_args: object, **_kwargs: object) -> NoReturn:
        raise TypeError(f"{type(self).__name__} is append-only")
