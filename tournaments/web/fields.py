"""Fields of the organiser's form that Django does not have: choices in an order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.http import QueryDict

PLACES = 6


class InOrder(forms.Widget):
    """Numbered choices under one name, the first of which counts first; no script is needed.

    The page shows them one by one with their numbers (``for each in field``).
    """

    use_fieldset = True
    choices: Sequence[tuple[Any, Any]] = ()

    def subwidgets(
        self, name: str, value: Any, attrs: Mapping[str, Any] | None = None
    ) -> Iterator[dict[str, Any]]:
        """Yield a choice for every place, and for further ones that were asked for."""
        given = list(value or ())
        for place in range(max(PLACES, min(len(given), len(self.choices)))):
            chosen = given[place] if place < len(given) else ""
            select = forms.Select(choices=[("", "–"), *self.choices])
            own = {"id": f"{(attrs or {}).get('id', name)}_{place}"}
            yield select.get_context(name, chosen, own)["widget"]

    def value_from_datadict(self, data: Any, files: Any, name: str) -> list[str]:
        """Return what was chosen in the order of the places, gaps and all."""
        del files
        if isinstance(data, QueryDict):
            return [str(each) for each in data.getlist(name)]
        return list(data.get(name) or ())


class OrderField(forms.MultipleChoiceField):
    """What is chosen, first things first; empty places are left out."""

    widget = InOrder

    def to_python(self, value: Any) -> list[str]:
        """Close the gaps."""
        return [each for each in super().to_python(value) if each]
