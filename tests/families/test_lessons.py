"""Every lesson is played to its end by the rules, and is told in every language."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.conf import settings
from django.utils import translation

from games.families.features import lesson_for
from games.families.lessons import LessonStep, play_moves, seat_to_move, step_position
from games.rules import registry
from games.web.page.lesson_view import LessonView

TAUGHT = [key for key in registry.offered_keys() if lesson_for(key) is not None]
LANGUAGES = [code for code, _name in settings.LANGUAGES]


def steps() -> Iterator[tuple[str, int, LessonStep]]:
    for key in TAUGHT:
        lesson = lesson_for(key)
        assert lesson is not None
        for number, step in enumerate(lesson.steps, 1):
            yield key, number, step


STEPS = [pytest.param(*each, id=f"{each[0]}-{each[1]}") for each in steps()]


def test_every_game_that_is_offered_has_a_lesson() -> None:
    assert registry.offered_keys() == TAUGHT


@pytest.mark.parametrize(("key", "number", "step"), STEPS)
def test_the_rules_play_every_solution_of_every_step(
    key: str, number: int, step: LessonStep
) -> None:
    del number
    rules = registry.get(key)
    state = step_position(key, step)
    legal = [rules.spell(move) for move in rules.moves(state, seat_to_move(key, state))]
    assert step.expected
    assert set(step.expected) <= set(legal)
    for text in step.expected:
        play_moves(
            rules, rules.play(state, seat_to_move(key, state), rules.parse(text)), step.then.split()
        )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", TAUGHT)
def test_a_lesson_is_told_in_every_language(key: str, language: str) -> None:
    lesson = lesson_for(key)
    assert lesson is not None
    assert len(lesson.steps) >= 3

    def told() -> list[str]:
        said = [
            lesson.goal,
            *(word for each in lesson.symbols for word in (each.name, each.meaning)),
        ]
        for step in lesson.steps:
            said += [step.text, step.done]
        wrong = [step.wrong for step in lesson.steps if step.wrong]
        return [str(each) for each in (*said, *wrong)]

    with translation.override("en"):
        english = told()
    with translation.override(language):
        here = told()
    assert all(here)
    if language != "en":
        assert not [text for text, other in zip(here, english, strict=True) if text == other]


@pytest.mark.parametrize(("key", "number", "step"), STEPS)
def test_the_board_of_a_step_leads_to_its_solution(key: str, number: int, step: LessonStep) -> None:
    lesson = lesson_for(key)
    assert lesson is not None
    clicks: tuple[str, ...] = ()
    for _click in range(12):
        view = LessonView(key, lesson, number, clicks=clicks)
        if view.bids:  # written into a field, not clicked
            choice = next(each for _way, each in view.tree.ways if each.text in step.expected)
            break
        ways = [(way, choice) for way, choice in view.tree.ways if choice.text in step.expected]
        way, choice = ways[0]
        at = len(clicks)
        links = (view.links or {}) | {each.url: each.url for each in view.buttons}
        leads = view.tree.following(clicks)[way[at]]
        assert leads in links.values()
        if leads == choice.url:
            break
        clicks = way[: at + 1]
        if LessonView(key, lesson, number, clicks=clicks).solved:
            break
    solved = LessonView(key, lesson, number, typed=choice.text)
    assert solved.solved
    assert solved.said == str(step.done)
    assert solved.diagram
    assert solved.spoken
