"""Replies from farther away: other languages, odd charsets, what companies put on top."""

from tests.mail.sending import sent

_BELOW = "Am 23.11.26 um 20:12 schrieb {us}:\n{quoted}\n"
_PAGE = '<blockquote type="cite">{page}</blockquote>'


def far():
    yield from _on_top()
    yield from _languages()
    yield from _forms()


def _on_top():
    """What stands above the answer, and is none."""
    yield (
        "disclaimer-on-top",
        sent(
            "o1", "en",
            "This email and any attachments are confidential and intended solely for the addressee.\n\nb2\n\n"
            "From: {us} <{to}>\nSent: 23 November 2026 20:12\nTo: Ben\nSubject: x\n\n{bare}\n",
        ),
        ["b2"],
    )  # fmt: skip
    yield (
        "disclaimer-on-top-html",
        sent(
            "o2", "fr", "",
            "<p>Ce message est confidentiel et destiné exclusivement à ses destinataires.</p><p>b2</p>" + _PAGE,
        ),
        ["b2"],
    )  # fmt: skip
    yield (
        "disclaimers-alone",
        sent(
            "o3", "en",
            "This e-mail is confidential and intended only for the recipient.\n\nPlease resign yourself to that.\n\n"
            "On 23/11/2026 20:12, {us} wrote:\n{quoted}\n",
        ),
        "words_after",
    )  # fmt: skip
    yield "label-on-top", sent("o4", "de", "Klassifizierung: intern\n\nb2\n\n" + _BELOW), ["b2"]
    yield (
        "banner-on-top",
        sent(
            "o5", "de", "[EXTERN] Diese E-Mail kommt von außen. Vorsicht mit Links.\n\nb2\n\n" + _BELOW
        ),
        ["b2"],
    )  # fmt: skip
    yield (
        "below-the-advert",
        sent("o6", "de", "Von meinem iPhone gesendet\n\nb2\n\n" + _BELOW),
        ["b2"],
    )
    yield (
        "gmail-reaction",
        sent(
            "o7", "en",
            "👍\n\nBen Miller reacted via Gmail\n<https://www.google.com/gmail/about/?utm_source=gmail-in-product>"
            "\n\nOn Mon, Nov 23, 2026 at 8:12 PM {us} <{to}>\nwrote:\n\n{quoted}\n",
        ),
        "not_understood",
    )  # fmt: skip


def _languages():
    yield (
        "mutt-also-sprach",
        sent(
            "l1", "de",
            "Also sprach {us} am Mon, Nov 23, 2026 at 08:12:00PM +0100:\n{quoted}\n\nb2\n",
        ),
        ["b2"],
    )  # fmt: skip
    yield (
        "chinese",
        sent(
            "l2", "en", "b2\n\n在 2026年11月23日 20:12，{us} <{to}> 写道：\n{quoted}\n",
            charset="gb18030", encoding="base64",
        ),
        ["b2"],
    )  # fmt: skip
    yield "wide-letters", sent("l3", "en", "ｂ２。\nｂ２\n\n" + _BELOW), "not_understood"
    yield "wide-letters-alone", sent("l4", "en", "ｂ２\n\n" + _BELOW), ["b2"]
    yield (
        "korean",
        sent(
            "l5", "en", "b2\n\n2026년 11월 23일 (월) 오후 8:12, {us} <{to}>님이 작성:\n\n{quoted}\n",
            charset="euc-kr",
        ),
        ["b2"],
    )  # fmt: skip
    yield (
        "arabic",
        sent(
            "l6", "en",
            "\u202bb2\u202c\n\nفي الاثنين، 23 نوفمبر 2026 في 8:12 م تمت كتابة ما يلي بواسطة \u202a{us}\u202c\u200f"
            " <\u202a{to}\u202c\u200f>:\n\n{quoted}\n",
        ),
        ["b2"],
    )  # fmt: skip
    yield (
        "swedish-outlook",
        sent(
            "l7", "en",
            "b2\n\nFrån: {us} <{to}>\nSkickat: den 23 november 2026 20:12\nTill: Ben\nÄmne: x\n\n{bare}\n",
        ),
        ["b2"],
    )  # fmt: skip
    yield (
        "mac-roman",
        sent(
            "l8", "fr", "b3\n\nÀ bientôt, Zoé\n\nLe 23 nov. 2026 à 20:12, {us} a écrit :\n{quoted}\n",
            charset="mac-roman",
        ).replace(b"charset=mac-roman", b"charset=x-mac-roman"),
        ["b3"],
    )  # fmt: skip


def _forms():
    yield (
        "aol-german",
        sent(
            "m1", "de",
            "b2\n\n\n-----Ursprüngliche Mitteilung-----\nVon: {us} <{to}>\nAn: ben <ben@sender.example>\n"
            "Verschickt: Mo, 23. Nov. 2026 20:12\nBetreff: x\n\n{bare}\n",
        ),
        ["b2"],
    )  # fmt: skip
    yield (
        "em-client-without-marks",
        sent(
            "m2", "en",
            'b2\n\n------ Original Message ------\nFrom "{us}" <{to}>\nTo ben@sender.example\n'
            "Date 23/11/2026 20:12:00\nSubject [4×3] Anna – Ben, 7\n\n{bare}\n",
        ),
        ["b2"],
    )  # fmt: skip
    yield (
        "within-the-quote",
        sent("m3", "en", "", '<blockquote type="cite">{page}<div>b2</div></blockquote>'),
        "nothing_typed",
    )
    yield (
        "own-move-quoted-without-marks",
        sent(
            "m4", "de",
            "a3\n\nVon meinem iPad gesendet\n\nAm 24.11.2026 um 08:00 schrieb Ben Miller:\n\nb2\n\n"
            "Am 23.11.2026 um 20:12 schrieb Anna:\n\n{bare}\n",
        ),
        ["a3"],
    )  # fmt: skip
    yield (
        "dated-line-above-the-quote",
        sent("m5", "en", "b2\nLet us meet on 3/1/2027:\n{quoted}\n"),
        "not_understood",
    )
    yield (
        "second-thoughts",
        sent("m6", "en", "b2\nno wait, c1\n\n" + _BELOW),
        "not_understood",
    )
