"""Models of cases with their ledger, and of the chain of rulings."""

from tournaments.referees.models.case import Case, CaseLine
from tournaments.referees.models.ruling import ChainHead, Ruling

__all__ = ["Case", "CaseLine", "ChainHead", "Ruling"]
