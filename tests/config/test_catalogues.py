"""The catalogues: nothing is missing, nothing is left over, nothing is lost in translation."""

from __future__ import annotations

import re
from copy import deepcopy

import pytest
from babel.messages.catalog import Catalog
from django.core.management import call_command

from config import catalogues
from tests.config import gathering
from tests.sampling import sampled

LANGUAGES = catalogues.LANGUAGES
NAMED = re.compile(r"%\((\w+)\)[sd]")
TAG = re.compile(r"</?[a-z][^>]*>")
THIN, FIXED = "\u202f", "\u00a0"


@pytest.fixture(scope="module")
def gathered():
    """Return the sentences of code and templates as they are now."""
    return gathering.gathered()


def forms(message):
    return message.string if isinstance(message.string, tuple) else (message.string,)


def sources(message):
    return message.id if isinstance(message.id, tuple) else (message.id,)


def sentences(language):
    return [message for message in gathering.read(language) if message.id]


def keys(catalog):
    return {(message.context, sources(message)) for message in catalog if message.id}


def wrong_in(language, error):
    """Return every translation a test finds error with, so that all are seen at once."""
    return [
        (message.id, text)
        for message in sentences(language)
        for text in forms(message)
        if error(message, text)
    ]


def test_four_languages_are_offered_and_english_is_the_one_of_the_sources():
    assert set(LANGUAGES) == {"de", "fr", "it"}
    assert not catalogues.po_path("en").exists()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_of_code_and_templates_is_in_the_catalogue(language, gathered):
    assert keys(gathered) - keys(gathering.read(language)) == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_in_the_catalogue_that_nobody_says_any_more(language, gathered):
    assert keys(gathering.read(language)) - keys(gathered) == set()
    assert not gathering.read(language).obsolete


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_translated_in_all_its_forms(language):
    catalog = gathering.read(language)
    assert [message.id for message in catalogues.find_untranslated(catalog)] == []
    plurals = [message for message in catalog if message.pluralizable and message.id]
    assert all(len(forms(message)) == catalog.num_plurals for message in plurals)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_compiled_catalogue_says_what_the_readable_one_says(language):
    path = catalogues.po_path(language).with_suffix(".mo")
    assert path.read_bytes() == catalogues.compile_catalogue(gathering.read(language))


@pytest.mark.parametrize("language", sampled(LANGUAGES, ["fr"]))
def test_renewing_a_catalogue_changes_nothing(language, gathered, tmp_path, monkeypatch):
    committed = catalogues.po_path(language)
    renewed = catalogues.update_catalogue(language, gathered)
    monkeypatch.setattr(catalogues, "LOCALE", tmp_path)
    catalogues.write_catalogue(language, renewed)
    assert catalogues.po_path(language).read_bytes() == committed.read_bytes()


@pytest.mark.long
def test_what_one_language_says_is_not_said_in_another(gathered):
    template = deepcopy(gathered)
    template.add("A sentence that nobody has said yet")
    german, french = (catalogues.update_catalogue(language, template) for language in ("de", "fr"))
    german["A sentence that nobody has said yet"].string = "Ein neuer Satz"
    assert not french["A sentence that nobody has said yet"].string


@pytest.mark.parametrize("language", LANGUAGES)
def test_placeholders_survive(language):
    def differs(message, text):
        known = [set(NAMED.findall(source)) for source in sources(message)]
        return set(NAMED.findall(text)) not in known

    assert wrong_in(language, differs) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_can_be_filled_in(language):
    def breaks(message, text):
        if not any(NAMED.search(source) for source in sources(message)):
            return False
        values = dict.fromkeys(NAMED.findall("".join(sources(message))), 1)
        try:
            return not text % values
        except (KeyError, ValueError, TypeError):
            return True

    assert wrong_in(language, breaks) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_tags_blanks_and_ends_of_sentences_survive(language):
    def differs(message, text):
        source = sources(message)[0]
        return (
            sorted(TAG.findall(text)) != sorted(TAG.findall(source))
            or (text[:1].isspace(), text[-1:].isspace())
            != (source[:1].isspace(), source[-1:].isspace())
            or text.endswith(".") != source.endswith(".")
            or text.endswith("?") != source.endswith("?")
            or "\n" in text
        )

    assert wrong_in(language, differs) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_apostrophes_and_inverted_commas_are_those_of_print(language):
    allowed = {"de": "„“", "fr": "«»", "it": "«»"}[language]

    def typed(_message, text):
        plain = TAG.sub("", text)
        marks = set(re.findall("[„“”«»]", plain))
        return re.search(r"[^\W\d_]'|\"", plain) or marks - set(allowed)

    assert wrong_in(language, typed) == []


def test_french_keeps_a_fixed_blank_before_high_marks():
    def loose(_message, text):
        plain = NAMED.sub("x", TAG.sub("", text))
        return re.search(
            rf"(?<![{THIN}{FIXED}])[;!?»](?!\w)|[^{THIN}{FIXED}\d]:(?!//)|«(?!{THIN})", plain
        )

    assert loose(None, "Quoi?")
    assert loose(None, "Erreur: b2")
    assert not loose(None, "Voir https://example.org")
    assert not loose(None, f"Le {THIN}: «{THIN}b2{THIN}»")
    assert wrong_in("fr", loose) == []


WORDS = {
    "match": ("Partie", "partie", "partita"),
    "seat": ("Platz", "place", "posto"),
    "turn": ("Zug", "tour", "turno"),
    "ply": ("Halbzug", "demi-coup", "semimossa"),
    "move": ("Zug", "coup", "mossa"),
    "chance": ("Zufall", "hasard", "caso"),
    "Leg": ("Durchgang", "manche", "manche"),
    "draw": ("Unentschieden", "égalité", "parità"),
    "time control": ("Bedenkzeit", "cadence", "tempo di riflessione"),
    "deadline": ("Frist", "échéance", "scadenza"),
    "leave": ("Urlaub", "congé", "ferie"),
    "E-mails": ("E-Mails", "e-mails", "e-mail"),
    "Player": ("Spieler", "joueur", "giocatore"),
    "rated": ("gewertet", "classée", "classificata"),
}


@pytest.mark.parametrize("word", WORDS)
def test_the_words_of_the_site_are_kept(word):
    for language, wanted in zip(("de", "fr", "it"), WORDS[word], strict=True):
        message = gathering.read(language).get(word)
        assert message is not None
        assert str(message.string).lower() == wanted.lower()


def test_the_extractor_understands_every_way_of_saying_something(tmp_path, monkeypatch):
    monkeypatch.setattr(catalogues, "ROOT", tmp_path)
    page = tmp_path / "page.html"
    page.write_text(
        "    {% if a == 'b' %}it's {% translate 'Plain' %}\n"
        '  {% translate "To" context "mail" %}{{ x|default:_("Given") }}\n'
        "{% blocktranslate trimmed count n=n %}\n   One\n   leg{% plural %}{{ n }} legs\n"
        "{% endblocktranslate %}\n\t{% blocktranslate %}Two\nlines{% endblocktranslate %}\n"
    )
    code = tmp_path / "code.py"
    code.write_text('x = _("long " "sentence")\ny = npgettext_lazy("c", "%(n)d a", "%(n)d b", 1)\n')
    found = [tuple(each)[:3] for path in (page, code) for each in catalogues.extract_messages(path)]
    assert found == [
        (None, "Plain", None),
        ("mail", "To", None),
        (None, "Given", None),
        (None, "One leg", "%(n)s legs"),
        (None, "Two\nlines", None),
        (None, "long sentence", None),
        ("c", "%(n)d a", "%(n)d b"),
    ]


def test_the_command_counts_what_is_missing(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(catalogues, "LOCALE", tmp_path)
    template = Catalog()
    template.add("Plain")
    monkeypatch.setattr(catalogues, "build_template", lambda: template)
    call_command("messages")
    assert "de: 1 " in capsys.readouterr().out
    assert (tmp_path / "it" / "LC_MESSAGES" / "django.mo").exists()
