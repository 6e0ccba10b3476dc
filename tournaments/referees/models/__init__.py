from tournaments.referees.models.case import Case, CaseLine
from tournaments.referees.models.jury import Juror
from tournaments.referees.models.ruling import ChainHead, Ruling

__all__ = ["Case", "CaseLine", "ChainHead", "Juror", "Ruling"]
