"""Phrases for resigning and offering a draw, in four languages.

Folded: lower case, no accents. Alone on a line they mean the same on the website and in e-mails.
"""

import unicodedata
from typing import Final

RESIGN: Final = (
    "resign, i resign, resigns, give up, i give up, resignation, aufgeben, ich gebe auf, "
    "gebe auf, ich gebe die partie auf, partie aufgeben, abandon, abandonner, "
    "j'abandonne, abandonne, j abandonne, abbandono, abbandonare, abbandona, mi arrendo, "
    "arrendersi, arrendo, mi ritiro dalla partita, abbandono la partita"
)
TIE: Final = (
    "tie, draw, offer draw, offer a draw, i offer a draw, draw offer, propose draw, "
    "propose a draw, i propose a draw, agree to a draw, remis, unentschieden, ich biete "
    "remis an, biete remis an, biete remis, remis anbieten, remisangebot, unentschieden "
    "anbieten, biete unentschieden an, ich biete ein remis an, ich biete ein "
    "unentschieden an, ich biete remis, ich biete unentschieden an, nulle, nul, egalite, "
    "partie nulle, match nul, je propose nulle, proposer nulle, je propose la nulle, "
    "propose nulle, proposition de nulle, je propose l'egalite, patta, parita, pareggio, "
    "pari, propongo patta, propongo la patta, offro patta, offro la patta, propongo la "
    "parita"
)
_OFFER_BY_PHRASE: Final = {
    phrase: meant
    for meant, phrases in (("resign", RESIGN), ("tie", TIE))
    for phrase in phrases.split(", ")
}
_MAX_LENGTH: Final = 60


def parse_offer(text: str) -> str:
    """Return "resign" or "tie" if a text consists of such a phrase, else ""."""
    if len(text) > _MAX_LENGTH:
        return ""
    letters = unicodedata.normalize("NFKD", text.casefold().replace("’", "'"))
    plain = "".join(each for each in letters if not unicodedata.combining(each))
    return _OFFER_BY_PHRASE.get(" ".join(plain.split()).strip(" .!"), "")
