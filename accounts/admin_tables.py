"""Admin lists whose speed does not depend on the number of rows."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, cast

from django.contrib import admin
from django.core.paginator import Paginator
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.functional import cached_property

if TYPE_CHECKING:
    AnyAdmin = admin.ModelAdmin[Any]
    RowInline = admin.TabularInline[Any, Any]
    RowPaginator = Paginator[Model]
else:
    AnyAdmin = admin.ModelAdmin
    RowInline = admin.TabularInline
    RowPaginator = Paginator

MAX_COUNTED = 10_000
FILTER_LOOKUPS = ("exact", "isnull", "isempty", "id__exact")


class BoundedPaginator(RowPaginator):
    """Counts and shows at most MAX_COUNTED rows; search or filter to see the others."""

    @cached_property
    def count(self) -> int:
        rows = cast("QuerySet[Model]", self.object_list)
        return int(rows.order_by()[:MAX_COUNTED].count())


class LargeTableAdmin(AnyAdmin):
    """Lists the newest rows first, in the order of the primary key."""

    ordering = ("-pk",)
    paginator = BoundedPaginator
    show_full_result_count = False
    view_on_site = False  # the address of a row may be a secret link

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Allow only lookups of the list's filters: others would leak hidden columns."""
        name, _, how = lookup.rpartition("__")
        if name and name == self.date_hierarchy and how in {"year", "month", "day"}:
            return re.fullmatch("[0-9]{1,4}", value) is not None
        return lookup in self._filter_lookups(request)

    def _filter_lookups(self, request: HttpRequest | None) -> Iterator[str]:
        for each in self.get_list_filter(cast("HttpRequest", request)):
            if isinstance(each, type) and issubclass(each, admin.SimpleListFilter):
                yield str(each.parameter_name)
            else:
                name = each[0] if isinstance(each, (list, tuple)) else each
                yield from (f"{name}__{how}" for how in FILTER_LOOKUPS)


def fixed_values_filter(
    field: str, name: object, values: Callable[[], Mapping[str, str]]
) -> type[admin.SimpleListFilter]:
    """Return a list filter over fixed values, so that no query has to find them.

    ``values`` maps each value to its label; ``name`` is the title of the filter.
    """

    class KnownValues(admin.SimpleListFilter):
        title = name  # type: ignore[assignment]  # a translation that waits for its reader
        parameter_name = field

        def lookups(self, _request: HttpRequest, _shown: AnyAdmin) -> list[tuple[str, str]]:
            return list(values().items())

        def queryset(self, _request: HttpRequest, rows: QuerySet[Model]) -> QuerySet[Model]:
            return rows.filter(**{field: self.value()}) if self.value() in values() else rows

    return KnownValues
