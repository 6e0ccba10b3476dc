"""Form fields that Django lacks: choices in order, and lists of days."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any, cast

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.services.date_plans import YEARS

MIN_PLACES, MAX_PLACES = 6, 30

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise


class OrderedSelects(forms.Widget):
    """Numbered selects under one name, in order of priority; works without scripts.

    Templates show them one by one (``for each in field``).
    """

    use_fieldset = True
    choices: Sequence[tuple[str, _StrOrPromise]] = ()

    def subwidgets(
        self, name: str, value: Iterable[str] | None, attrs: Mapping[str, object] | None = None
    ) -> Iterator[dict[str, object]]:
        """Yield a select for each place, more than PLACES if more are filled in."""
        given = list(value or ())
        for place in range(max(MIN_PLACES, len(given[:MAX_PLACES]))):
            chosen = given[place] if place < len(given) else ""
            select = forms.Select(choices=[("", "–"), *self.choices])
            own = {"id": f"{(attrs or {}).get('id', name)}_{place}"}
            yield select.get_context(name, chosen, own)["widget"]

    def value_from_datadict(self, data: Mapping[str, Any], files: object, name: str) -> list[str]:
        """Return the choices in order, including empty ones."""
        del files
        if isinstance(data, QueryDict):
            return [str(each) for each in data.getlist(name)]
        return list(data.get(name) or ())


class OrderField(forms.MultipleChoiceField):
    """Ordered choices; empty places are left out."""

    widget = OrderedSelects

    def show(self, choices: Sequence[tuple[str, _StrOrPromise]]) -> None:
        """Offer only these choices; other known ones are still accepted."""
        cast("OrderedSelects", self.widget).choices = choices

    def to_python(self, value: object) -> list[str]:
        return [each for each in super().to_python(value) if each]


class DaysField(forms.CharField):
    """Days, one per line, in ISO format (2027-03-31) or the reader's own."""

    def __init__(self, **more: Any) -> None:
        widget = forms.Textarea(attrs={"rows": 5, "autocomplete": "off"})
        super().__init__(max_length=2000, required=False, widget=widget, **more)

    def clean(self, value: object) -> list[date]:
        """Return the days; the error names the line that is not one."""
        lines = enumerate(super().clean(value).splitlines(), 1)
        return [_parse_day(text.strip(), number) for number, text in lines if text.strip()]


def _parse_day(text: str, line: int) -> date:
    try:
        found: date | None = forms.DateField().clean(text)
    except forms.ValidationError:
        found = None
    if found is None or found.year not in YEARS:
        words = _("Line %(line)s: “%(text)s” is not a date. Write it like %(example)s.")
        said = {"line": line, "text": text[:40], "example": day_example()}
        raise forms.ValidationError(words, params=said)
    return found


def day_example() -> str:
    """Return an example of a day in both accepted formats."""
    day = timezone.localdate() + timedelta(days=14)
    return _("%(iso)s or %(own)s") % {
        "iso": day.isoformat(),
        "own": date_format(day, "SHORT_DATE_FORMAT"),
    }
