"""How tests wait."""

from __future__ import annotations

import pytest

from tests import patience
from tests.patience import until


def test_what_comes_late_is_returned() -> None:
    answers = iter(["", None, "soup", "salt"])
    assert until(lambda: next(answers), "soup") == "soup"


def test_giving_up_names_what_was_waited_for_and_what_came_instead(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(patience, "PATIENCE", 0)
    with pytest.raises(AssertionError, match=r"never: soup; last it was \[\]$"):
        until(list, "soup")
    with pytest.raises(AssertionError) as gave_up:
        until(list, "soup", said=lambda: "early " + "x" * 2995 + " late")
    assert str(gave_up.value).endswith("[]\n" + "x" * 2995 + " late")


def test_only_faults_that_are_named_mean_not_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter([ValueError("raw"), KeyError("raw"), "soup"])

    def cook() -> str:
        answer = next(answers)
        if isinstance(answer, Exception):
            raise answer
        return answer

    assert until(cook, "soup", ignoring=(LookupError, ValueError)) == "soup"
    with pytest.raises(ValueError, match="cold"):
        until(lambda: int("cold"), "soup", ignoring=(LookupError,))
    monkeypatch.setattr(patience, "PATIENCE", 0)
    with pytest.raises(AssertionError, match=r"never: soup; last it raised ValueError\(.*cold"):
        until(lambda: int("cold"), "soup", ignoring=(ValueError,))
