from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.referees.api import cases, claims

v1: list[URLPattern] = [
    path("cases/", cases.CaseListView.as_view(), name="cases"),
    path("cases/<number:pk>/", cases.CaseDetailView.as_view(), name="case"),
    path("cases/<number:pk>/statement/", cases.StatementView.as_view(), name="case_statement"),
    path("cases/<number:pk>/appeal/", cases.AppealView.as_view(), name="case_appeal"),
    path("cases/<number:pk>/withdraw/", cases.WithdrawCaseView.as_view(), name="case_withdraw"),
    path(
        "tournaments/<number:pk>/fixtures/<number:fixture>/claim/",
        claims.FixtureClaimView.as_view(),
        name="tournament_claim",
    ),
]
