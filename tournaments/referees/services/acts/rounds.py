"""Acts about time: extend a round or a fixture, end the whole event."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from accounts.numbers import parse_number
from accounts.times.calendar_days import add_wall_time
from games.models import Match
from games.rules.base import JSON, JSONObject
from games.services.errors import Refused
from games.services.interventions.base import columns_as_json
from tournaments import division_queries, queries
from tournaments.models import Division, Entrant, Fixture, FixtureSeat, Round, Tournament
from tournaments.referees.models import Case, Ruling
from tournaments.referees.services import claims
from tournaments.referees.services.acts.base import RulingContext, parse_integer
from tournaments.referees.services.acts.events import (
    EventAct,
    event_of,
    require_impartial,
    reschedule,
    restore,
    settle_fallen_flags,
)
from tournaments.services.emails import notices
from tournaments.services.reserving import reserve_puzzles
from tournaments.services.rounds import contests
from tournaments.services.seasons import announcing
from tournaments.services.tables import finals

MAX_EXTENSION_DAYS = 90


class Extend(EventAct):
    """Give a round or one fixture more days; after that players may claim again."""

    name = "extend"

    def fields(self, tournament: Tournament, given: Mapping[str, JSON]) -> JSONObject:
        what, _colon, number = str(given.get("what") or "").partition(":")
        known = {"round": Round.objects.filter(division__tournament=tournament)}
        fixtures = Fixture.objects.filter(round__division__tournament=tournament)
        pk = parse_number(number)
        found: Any = fixtures if what == "fixture" else known.get(what, Round.objects.none())
        if not found.filter(pk=pk).exists():
            raise Refused("bad_param", name="what", allowed="round, fixture")
        days = parse_integer(given, "days", 1, MAX_EXTENSION_DAYS)
        return {"what": f"{what}:{pk}", "days": days}

    def apply(self, context: RulingContext) -> None:
        """Move the end; pending claims are still decided, others can be made again after it."""
        tournament, days = event_of(context), timedelta(days=context.params["days"])
        zone = tournament.zone
        what, _colon, pk = context.params["what"].partition(":")
        if what == "round":
            fixtures = Fixture.objects.unsettled().filter(round=pk, closes_at=None)
            made = Round.objects.get(pk=pk)
            if made.closed_at is not None:
                raise Refused("round_closed")
            context.effects["round"] = columns_as_json(made, ("closes_at", "warned_at"))
            more = add_wall_time(made.closes_at, days, zone) - made.closes_at
            made.closes_at, made.warned_at = made.closes_at + more, None
            made.save(update_fields=["closes_at", "warned_at"])
            notices.withdraw_closing(tournament, made, now=context.now)
            context.effects["ends"] = made.closes_at.isoformat()
        else:
            fixtures = Fixture.objects.unsettled().filter(pk=pk).select_related("round")
            if not fixtures:
                raise Refused("pairing_settled")
            more = add_wall_time(fixtures[0].ends_at, days, zone) - fixtures[0].ends_at
        context.effects["fixtures"] = [
            {"pk": each.pk, **_claim_to_json(each)} for each in fixtures.select_related("round")
        ]
        _require_impartial_at_one(context, context.effects["fixtures"])
        moved = list(fixtures.select_related("round"))
        for each in moved:
            if what == "fixture":
                each.closes_at = each.ends_at + more
                context.effects["ends"] = each.closes_at.isoformat()
            each.claims_until = None
            if not claims.has_pending_case(each) or _case_id(each) == context.decides:
                each.referred_at = None
                claims.link_claim(each, None)
        Fixture.objects.bulk_update(moved, ["closes_at", "claims_until", "referred_at"])
        seats = FixtureSeat.objects.filter(
            fixture__in=[f["pk"] for f in context.effects["fixtures"]]
        )
        people = Entrant.objects.filter(fixture_seats__in=seats).select_related("player__user")
        context.told += [entrant.player for entrant in people.distinct()]
        if (
            tournament.event_format.has_puzzles
        ):  # the clock of an attempt runs until the contest ends
            begun = Match.objects.running().filter(fixture__in=fixtures).order_by("pk")
            grant = {"seat": 0, "hours": -(-more // timedelta(hours=1)), "bank": True}
            context.orders += [("grant_time", match.pk, grant) for match in begun]
        reschedule(tournament, context.now)

    def undo(self, context: RulingContext, ruling: Ruling) -> None:
        """Take back the days it granted, but nothing that was decided since."""
        what, _colon, pk = ruling.params["what"].partition(":")
        _require_impartial_at_one(context, ruling.effects["fixtures"])
        if what == "round":
            _shorten_round(context, ruling, Round.objects.get(pk=pk))
        for stored in ruling.effects["fixtures"]:
            fixture = Fixture.objects.select_related("round").get(pk=stored["pk"])
            if what == "fixture":
                _shorten_fixture(context, ruling, fixture, stored["closes_at"])
            if claims.has_pending_case(fixture) and _case_id(fixture) != stored["case_id"]:
                continue  # claimed since
            names = ["referred_at"]
            if fixture.claims_until is None and fixture.ends_at <= context.now:
                names.append("claims_until")
            restore(fixture, {name: stored[name] for name in names})
            claims.link_claim(fixture, Case.objects.filter(pk=stored["case_id"]).first())
        reschedule(event_of(context), context.now)


def _require_impartial_at_one(context: RulingContext, extended: list[JSONObject]) -> None:
    """Refuse to extend a single board at which the referee plays with somebody elsewhere."""
    if len(extended) == 1:
        require_impartial(context, [extended[0]["pk"]])


def _shorten_round(context: RulingContext, ruling: Ruling, round_: Round) -> None:
    """Take back the extension of a round, unless organisers have set its end since."""
    if division_queries.rounds_rescheduled_since(ruling.at, [round_.pk]):
        return
    if round_.closes_at == datetime.fromisoformat(ruling.effects["ends"]):
        restore(round_, ruling.effects["round"])
        return
    tournament = event_of(context)
    round_.closes_at, round_.warned_at = (
        _end_without_extension(ruling, round_.closes_at, tournament),
        None,
    )
    round_.save(update_fields=["closes_at", "warned_at"])
    notices.withdraw_closing(tournament, round_, now=context.now)


def _shorten_fixture(
    context: RulingContext, ruling: Ruling, fixture: Fixture, before: str | None
) -> None:
    """Take back the extension of a fixture if it still has an end of its own."""
    if fixture.closes_at is None:
        return
    if fixture.closes_at == datetime.fromisoformat(ruling.effects["ends"]):
        restore(fixture, {"closes_at": before})
        return
    fixture.closes_at = _end_without_extension(ruling, fixture.closes_at, event_of(context))
    fixture.save(update_fields=["closes_at"])


def _end_without_extension(ruling: Ruling, ends: datetime, tournament: Tournament) -> datetime:
    return add_wall_time(ends, -timedelta(days=ruling.params["days"]), tournament.zone)


CLAIM_COLUMNS = ("closes_at", "claims_until", "referred_at")


def _case_id(fixture: Fixture) -> int | None:
    return Case.objects.filter(fixture=fixture).values_list("pk", flat=True).first()


def _claim_to_json(fixture: Fixture) -> JSONObject:
    """Return what claims about a fixture depend on, as JSON."""
    return {**columns_as_json(fixture, CLAIM_COLUMNS), "case_id": _case_id(fixture)}


class CloseEvent(EventAct):
    """End an event as it stands: running matches are annulled, the others never begin.

    Matches in which time has run out are settled first and keep their result.
    """

    name = "close_event"

    def apply(self, context: RulingContext) -> None:
        """Annul the running matches; before the start, cancel the event."""
        tournament = event_of(context)
        if tournament.finished_at is not None or tournament.status == Tournament.Status.DRAFT:
            raise Refused("tournament_over")
        context.effects["event"] = columns_as_json(tournament, ("status", "finished_at", "due_at"))
        context.told += [entrant.player for entrant in _playing_entrants(tournament)]
        if tournament.is_open:
            announcing.cancel_unstarted(tournament, context.now)
            return
        playing = Match.objects.running().filter(fixture__round__division__tournament=tournament)
        settle_fallen_flags(playing.order_by("pk").values_list("pk", flat=True), context.now)
        context.orders += [("annul", match.pk, {}) for match in playing.order_by("pk")]

    def after(self, context: RulingContext) -> None:
        """Close rounds and divisions, save the final places, and notify everybody."""
        tournament, now = event_of(context), context.now
        if not tournament.is_running:
            return
        divisions = Division.objects.filter(tournament=tournament, finished_at=None)
        rounds = Round.objects.filter(division__tournament=tournament, closed_at=None)
        waiting = Fixture.objects.unsettled().filter(round__division__tournament=tournament)
        context.effects |= {
            "divisions": list(divisions.values_list("pk", flat=True)),
            "rounds": list(rounds.values_list("pk", flat=True)),
            "fixtures": list(waiting.values_list("pk", flat=True)),
        }
        waiting.update(kind=Fixture.Kind.ANNULLED, settled_at=now)
        rounds.update(closed_at=now)
        divisions.update(finished_at=now)
        tournament.status = Tournament.Status.FINISHED
        tournament.finished_at, tournament.due_at = now, None
        tournament.seed_held = True
        tournament.save(update_fields=["status", "finished_at", "due_at", "seed_held"])
        reserve_puzzles(tournament)
        set_attempts_hidden(tournament, hidden=False)
        finals.save_final_places(tournament)
        notices.notify_finished(tournament, now=now)

    def undo(self, context: RulingContext, ruling: Ruling) -> None:
        effects, tournament = ruling.effects, event_of(context)
        if Tournament.objects.filter(previous=tournament).exists():
            raise Refused("next_season_open")
        if queries.public_seed(tournament) is not None:  # all further draws could be predicted
            raise Refused("event_seed_known")
        Division.objects.filter(pk__in=effects.get("divisions", [])).update(finished_at=None)
        Round.objects.filter(pk__in=effects.get("rounds", [])).update(closed_at=None)
        Fixture.objects.filter(pk__in=effects.get("fixtures", [])).update(
            kind=Fixture.Kind.PLAYED, settled_at=None
        )
        restore(tournament, effects["event"])
        Tournament.objects.filter(pk=tournament.pk).update(seed_held=False)
        reserve_puzzles(tournament)
        set_attempts_hidden(tournament, hidden=True)
        finals.clear_final_places(tournament)
        reschedule(tournament, context.now)


def set_attempts_hidden(tournament: Tournament, *, hidden: bool) -> None:
    """Hide the attempts of a solitaire contest while it runs; show them when it has ended."""
    if tournament.event_format.has_puzzles and tournament.started_at is not None:
        if hidden:
            contests.hide_attempts(tournament)
        else:
            contests.publish_attempts(tournament)


def _playing_entrants(tournament: Tournament) -> list[Entrant]:
    entrants = Entrant.objects.playing().filter(tournament=tournament)
    return list(entrants.select_related("player__user").order_by("number", "pk"))
