"""Fields of the organiser's form that Django does not have: choices in an order, lines of days."""

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

PLACES, MAX_PLACES = 6, 30

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise


class InOrder(forms.Widget):
    """Numbered choices under one name, the first of which counts first; no script is needed.

    The page shows them one by one with their numbers (``for each in field``).
    """

    use_fieldset = True
    choices: Sequence[tuple[str, _StrOrPromise]] = ()

    def subwidgets(
        self, name: str, value: Iterable[str] | None, attrs: Mapping[str, object] | None = None
    ) -> Iterator[dict[str, object]]:
        """Yield a choice for every place, and for further ones that were asked for."""
        given = list(value or ())
        for place in range(max(PLACES, len(given[:MAX_PLACES]))):
            chosen = given[place] if place < len(given) else ""
            select = forms.Select(choices=[("", "–"), *self.choices])
            own = {"id": f"{(attrs or {}).get('id', name)}_{place}"}
            yield select.get_context(name, chosen, own)["widget"]

    def value_from_datadict(self, data: Mapping[str, Any], files: object, name: str) -> list[str]:
        """Return the choices in the order of the places, gaps and all."""
        del files
        if isinstance(data, QueryDict):
            return [str(each) for each in data.getlist(name)]
        return list(data.get(name) or ())


class OrderField(forms.MultipleChoiceField):
    """Ordered choices; empty places are left out."""

    widget = InOrder

    def show(self, choices: Sequence[tuple[str, _StrOrPromise]]) -> None:
        """List these choices alone; what else is known can still be sent."""
        cast("InOrder", self.widget).choices = choices

    def to_python(self, value: object) -> list[str]:
        """Drop empty choices."""
        return [each for each in super().to_python(value) if each]


class DaysField(forms.CharField):
    """One day a line, as the reader writes days or as ISO does: 2027-03-31."""

    def __init__(self, **more: Any) -> None:
        """Be a text of several lines."""
        widget = forms.Textarea(attrs={"rows": 5, "autocomplete": "off"})
        super().__init__(max_length=2000, required=False, widget=widget, **more)

    def clean(self, value: object) -> list[date]:
        """Return the days, or name the line that is none."""
        lines = enumerate(super().clean(value).splitlines(), 1)
        return [_day(text.strip(), number) for number, text in lines if text.strip()]


def _day(text: str, line: int) -> date:
    try:
        found: date | None = forms.DateField().clean(text)
    except forms.ValidationError:
        found = None
    if found is None or found.year not in YEARS:
        words = _("Line %(line)s: “%(text)s” is not a date. Write it like %(example)s.")
        said = {"line": line, "text": text[:40], "example": examples()}
        raise forms.ValidationError(words, params=said)
    return found


def examples() -> str:
    """Return an example of a day in both accepted formats: ISO and the reader's own."""
    day = timezone.localdate() + timedelta(days=14)
    return _("%(iso)s or %(own)s") % {
        "iso": day.isoformat(),
        "own": date_format(day, "SHORT_DATE_FORMAT"),
    }
