"""Typed lines are commands in four languages, politeness, or an error: never half of either."""

import pytest

from games.rules import registry
from inbound.grammar import ParseProblem, Verb, match_text, parse
from inbound.grammar.arguments import AMBIGUOUS_PHRASES
from inbound.grammar.keywords import EVERYDAY_WORDS, FREE_TEXT_VERBS, KEYWORDS, STANDALONE_VERBS
from inbound.grammar.moves import build_move_matcher
from inbound.reading.text import fold_text

ON = {
    key: build_move_matcher(registry.get(key), "de")
    for key in ("traffic_lights.4x3", "chess", "mensch")
}
ON["bag"] = build_move_matcher(registry.get("traffic_lights.slider.bag"))
DAYS = "leave 2027-01-03 2027-01-10"


FOOTERS = """\
Bitte nicht ausdrucken - der Umwelt zuliebe
Bitte nicht antworten
Bitte nicht auf diese E-Mail antworten.
Wir übernehmen keine Haftung
We do not accept service of documents by e-mail.
We do not accept liability for any loss
This email is confidential. We do not accept liability for any loss or damage.
If you are not the intended recipient, please ignore it.
If you have received this in error, disregard it.
Falls Sie diese E-Mail versehentlich erhalten haben, nicht lesen!
Please don't hesitate to contact me
Cancellate questo messaggio se non siete i destinatari
N'hésitez pas à me contacter
If not now, when?
Never stop exploring
I work Monday to Thursday
I am in the office Monday to Thursday.
I don't work on Fridays.
I work part-time, not on Fridays
I love chess
Ich bin Teilzeit im Büro
Ich bin montags nicht im Büro
Ich arbeite von Montag bis Mittwoch
Je travaille du lundi au jeudi
Je ne travaille pas le vendredi
Io lavoro dal lunedì al giovedì""".splitlines()
SECOND_THOUGHTS = """\
not on Monday
I will play on
I continue
Ich spiele weiter
I love this game
I love to fight
I work on it
I am at work, wait until Monday
Ich arbeite, bitte erst nächste Woche
Bitte nicht annehmen
If you have seen it: by mistake, sorry
We do not resign
We do not accept the draw
I am in no hurry to resign""".splitlines()


def said(text, game="traffic_lights.4x3", names=("Anna Muster",)):
    """What a text asks for, as it is spelled; the code and line of its error."""
    parsed = parse(text.split("\n"), is_move=ON.get(game), names=names)
    if parsed.problem:
        assert not parsed.commands
        return (parsed.problem.code, parsed.problem.line)
    return [each.spelling for each in parsed.commands]


@pytest.mark.parametrize("verb", sorted(STANDALONE_VERBS), ids=str)
def test_every_keyword_is_understood_whatever_its_case(verb):
    for phrase in set(KEYWORDS[verb]) - AMBIGUOUS_PHRASES:
        for text in (phrase, phrase.upper(), f"{phrase}.", f"  {phrase} !"):
            assert said(text, game="") == [str(verb)], text


def test_no_keyword_stands_for_two_things():
    phrases = [phrase for table in KEYWORDS.values() for phrase in table]
    assert len(phrases) == len(set(phrases))
    assert [phrase for phrase in phrases if phrase != fold_text(phrase)] == []


@pytest.mark.parametrize("verb", sorted(FREE_TEXT_VERBS), ids=str)
def test_text_behind_its_keyword_stays_as_it_was_written(verb):
    for phrase in KEYWORDS[verb]:
        assert said(f"{phrase}: Resign, if b2? 👍") == [f"{verb} Resign, if b2? 👍"], phrase
        assert said(f"{phrase}:") == ("text_missing", 1)


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("b2", ["b2"]),
        ("B2.", ["B2"]),
        ("b2!", ["b2"]),
        ("- b2", ["b2"]),
        ("*b2*", ["b2"]),
        ("„b2“", ["b2"]),
        ("b2 👍", ["b2"]),
        ("b2 😂", ["b2"]),
        ("resign 👍", ["resign"]),
        ("resign\nmsg Well played 😂", ["resign", "msg Well played 😂"]),
        ("I resign, well played ;)", ["resign"]),
        ("I resign. Good game! :D", ["resign"]),
        ("Aufgeben, danke für die Partie 😉", ["resign"]),
        ("J’abandonne, merci ;-)", ["resign"]),
        ("Mi arrendo, complimenti 😆", ["resign"]),
        ("I resign!\nwell played 😂", ["resign"]),
        ("withdraw\nHave fun\n😉", ["withdraw"]),
        ("resign\nAnna 😉", ["resign"]),
        ("1. b2", ["b2"]),
        ("My move: b2", ["b2"]),
        ("ich spiele b2", ["b2"]),
        ("je joue b2 !", ["b2"]),
        ("la mia mossa: b2", ["b2"]),
        ("b2 c3 a1", ["b2 c3 a1"]),
        ("b2; next a1", ["b2", "next a1"]),
        ("b2, draw?", ["b2", "tie"]),
        ("b2 remis", ["b2", "tie"]),
        ("b2, msg hi", ["b2", "msg hi"]),
        ("b2 if a1 then c3", ["b2", "if a1 then c3"]),
        ("wenn a1 dann b2", ["if a1 then b2"]),
        ("si a1 alors b2 si c1 alors c2", ["if a1 then b2 if c1 then c2"]),
        ("se a1 allora b2", ["if a1 then b2"]),
        ("if a1\nthen b2", ["if a1 then b2"]),
        ("msg hi\nb2", ["msg hi", "b2"]),
        ("note if a1 then b2", ["note if a1 then b2"]),
        ("Ich nehme die Herausforderung an", ["accept"]),
        ("J’accepte le défi", ["accept"]),
        ("sì", ["accept"]),
        ("no thanks", ["decline"]),
        ("Hilfe bitte!", ["help"]),
        ("?", ["help"]),
        ("withdraw from the tournament", ["withdraw"]),
        ("Berufung: Das war anders", ["appeal Das war anders"]),
        ("status\nZüge\nboard", ["status", "moves", "board"]),
        ("Yes, I accept the draw.", ["accept"]),
        ("Ja, ich nehme das Remis an!", ["accept"]),
        ("Oui, j’accepte la nulle.", ["accept"]),
        ("Sì, accetto la patta", ["accept"]),
        ("Hi Anna, yes, I join", ["enter"]),
        ("Nein, ich lehne ab", ["decline"]),
        ("Non, merci !", ["decline"]),
        ("No, thanks. b2", ["decline", "b2"]),
        ("Nein danke, ich spiele b2", ["decline", "b2"]),
        ("Non, merci. Je joue b2", ["decline", "b2"]),
        ("No, grazie. b2", ["decline", "b2"]),
        ("b2 and I offer a draw", ["b2", "tie"]),
        ("Ich spiele b2 und biete dir Remis an", ["b2", "tie"]),
        ("Je joue b2 et je vous propose nulle", ["b2", "tie"]),
        ("Gioco b2 e ti propongo patta.", ["b2", "tie"]),
        ("b2 and I offer you a draw", ["b2", "tie"]),
        ("b2 und ich biete Ihnen Remis an", ["b2", "tie"]),
    ],
)
def test_commands_are_understood(text, asks):
    assert said(text) == asks


NUMBERED = """\
1.e4|e4
12.Nf3|Nf3
12.-Sf6|Sf6
12.Nxe4|Nxe4
12.O-O|O-O
12) Nf3|Nf3
1. e4|e4
1...e5|e5
1. ... e5|e5
1… e5|e5
I play 12. Nf3.|Nf3
Zug 12: Sf3|Sf3
Mein nächster Zug: Sf3|Sf3
My next move: 12.Nf3|Nf3
Mon prochain coup : Nf3|Nf3
La mia prossima mossa: Nf3|Nf3""".splitlines()


@pytest.mark.parametrize("line", NUMBERED)
def test_a_move_may_have_its_number(line):
    text, _bar, move = line.partition("|")
    assert said(text, "chess") == [move]
    on_4x3 = text.replace(move, "b2")
    assert said(on_4x3) == ["b2"]


@pytest.mark.parametrize(
    "text",
    ["1. e4 e5 2. Nf3", "1.e4 2.Nf3", "e4 or d4", "1.resign", "3.draw", "Zug 3: resign",
     "e4\nSorry, d4", "e4\nLieber d4", "e4\n\nViele Grüße\nHeinz\nd4", "e4\nPardon, d4"],
)  # fmt: skip
def test_several_moves_of_one_line_and_corrected_ones_are_asked_about(text):
    assert said(text, "chess")[0] == "not_understood"


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("accept", ""),
        ("I accept the draw", "tie"),
        ("Ich nehme das Remis an", "tie"),
        ("Oui, nulle !", "tie"),
        ("Nein danke, kein Remis", "tie"),
        ("patta rifiutata", "tie"),
        ("accept the pause", "pause"),
        ("D’accord pour la pause", "pause"),
        ("Einverstanden mit der Rücknahme", "take_back"),
        ("I decline the take-back request", "take_back"),
        ("J’accepte le défi", "challenge"),
        ("accetto l’invito", "invitation"),
    ],
)
def test_an_answer_keeps_what_it_names(text, subject):
    (found,) = parse([text]).commands
    assert (found.verb in (Verb.ACCEPT, Verb.DECLINE), found.subject) == (True, subject)


def test_an_answer_to_two_things_at_once_is_asked_about():
    assert said("I accept the draw and the pause")[0] == "words_after"
    assert said("I accept the draw, the pause")[0] in ("words_after", "not_understood")


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("Yes, draw.", ["accept"]),
        ("Ja, Remis", ["accept"]),
        ("Oui, nulle !", ["accept"]),
        ("Sì, patta", ["accept"]),
        ("Yes to the draw", ["accept"]),
        ("I agree to a draw", ["accept"]),
        ("Remis angenommen", ["accept"]),
        ("Einverstanden mit dem Remis.", ["accept"]),
        ("Ich bin mit Remis einverstanden", ["accept"]),
        ("D’accord pour la nulle.", ["accept"]),
        ("Nulle acceptée", ["accept"]),
        ("Patta accettata", ["accept"]),
        ("I decline the draw. b2", ["decline", "b2"]),
        ("Kein Remis, b2", ["decline", "b2"]),
        ("Nein danke, kein Remis", ["decline"]),
        ("no. b2", "not_understood"),
        ("Yes, draw tomorrow", "words_after"),
        ("I decline the draw. Resign", "bad_reason"),
        ("Message received, b2", ["b2"]),
        ("Nachricht erhalten, danke.\nb2", ["b2"]),
        ("Messaggio ricevuto, grazie\nb2", ["b2"]),
        ("Message reçu, b2", ["b2"]),
        ("message: received your hint", ["msg received your hint"]),
        ("Claim to fame: I beat Anna once!", "not_understood"),
        ("claim to have won", ["claim to have won"]),
        ("please help", ["help"]),
        ("Bitte hilf mir", ["help"]),
        ("Bitte um Hilfe", ["help"]),
        ("per favore aiuto", ["help"]),
        ("s’il vous plaît, état", ["status"]),
        ("My status please", ["status"]),
        ("bitte Tabelle", ["standings"]),
        ("please resign", "not_understood"),
        ("please stop", "not_understood"),
        ("Please note that I am late", "not_understood"),
        ("désinscription", "stop_or_withdraw"),
        ("Abmelden!", "stop_or_withdraw"),
        ("disiscrivimi", "stop_or_withdraw"),
        ("désinscription du tournoi", ["withdraw"]),
        ("Ich melde mich ab vom Turnier", ["withdraw"]),
        ("désinscription des e-mails", ["stop"]),
    ],
)
def test_what_people_say_for_a_command_is_understood_where_it_is_clear(text, asks):
    found = said(text)
    assert (found if isinstance(found, list) else found[0]) == asks


@pytest.mark.parametrize(
    "text",
    [
        "Hi Anna,\n{}\nThanks, Anna",
        "{}\n\nAnna",
        "{}\nA.",
        "Hallo,\n{}\nViele Grüße\nAnna Muster\nUniversität Zürich, Institut\nTel. +41 44 1234567",
        "{}\nLG\nBen Huber\nMusterstraße 5\n8000 Zürich",
        "{}\n\nCordialement,\nZoé Lefèvre\n12, rue de la Paix\n75002 Paris",
        "{}\n\nSaluti\nNiccolò Bellù\nRossi S.r.l.\nVia Roma 5\nP. IVA 01234567890",
        "{}\n\nKind regards\nBen Miller\nRoom 4.12, Stoner Building",
        "Bonjour,\n\n{}\n\nCordialement,\nJean-Pierre",
        "Ciao Anna!\n{}\nA presto",
        "Thanks for the game!\n{}",
        "How are you?\n{}\n:-)",
        "{}\nViel Glück!",
        "{}\nBonne chance et à bientôt",
        "ok\n{}",
    ],
)
@pytest.mark.parametrize("command", ["b2", "resign", DAYS])
def test_politeness_around_a_command_changes_nothing(text, command):
    assert said(text.format(command)) == [command]


@pytest.mark.parametrize(
    "text",
    [
        "Hi Anna, b2",
        "b2, thanks!",
        "b2 danke und viele Grüße",
        "b2 - viel Glück!",
        "b2 -- thanks",
        "b2 (good luck)",
        "Thanks! b2",
        "b2 please",
    ],
)
def test_politeness_may_stand_on_the_same_line(text):
    assert said(text) == ["b2"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("I won't resign", "not_understood"),
        ("resign 😂", "not_understood"),
        ("aufgeben\n🤣🤣", "not_understood"),
        ("retrait\n;-)", "not_understood"),
        ("I resign 😂, well played", "not_understood"),
        ("Well played 😂 I resign", "not_understood"),
        ("resign, ok 😂", "not_understood"),
        ("resign\nok 😂", "not_understood"),
        ("resign please ;)", "not_understood"),
        ("resign\n\nCheers\nBen\n\nPlay On", "not_understood"),
        ("aufgeben\n\nLG\nJörg\nVon Wegen", "not_understood"),
        ("abbandono\n\nCiao\nNiccolò\nMacché", "not_understood"),
        ("abandon\n\nBises\nZoé\nOn Continue", "not_understood"),
        ("resign?", "not_understood"),
        ("resign tomorrow", "words_after"),
        ("accept my apologies", "words_after"),
        ("Thanks, but I would never resign", "not_understood"),
        ("Nein, ich gebe niemals auf", "not_understood"),
        ("Je n'abandonne pas", "not_understood"),
        ("Non mi arrendo", "not_understood"),
        ("b2?", "not_understood"),
        ("Yes, I resign", "not_understood"),
        ("No, I accept", "not_understood"),
        ("No, b2", "not_understood"),
        ("Yes, thanks. b2", "not_understood"),
        ("No, thanks. I resign", "not_understood"),
        ("b2 and I resign", "not_understood"),
        ("b2 and maybe a draw", "not_understood"),
        ("b2 and you draw", "not_understood"),
        ("b2 and you offer a draw", "not_understood"),
        ("b2 und dir Remis", "not_understood"),
        ("b2 et vous nulle", "not_understood"),
        ("b2 et vous proposez nulle", "not_understood"),
        ("b2 e ti patta", "not_understood"),
        ("Yes, I accept the draw tomorrow", "words_after"),
        ("resing", "not_understood"),
        ("if a1 then", "order_needs_move"),
        ("wenn a1", "order_needs_then"),
        ("leave 2027-01-03", "two_dates"),
        ("leave", "two_dates"),
        ("leave 2027-01-10 2027-01-03", "dates_reversed"),
        ("Urlaub 30.2.2027 3.3.2027", "bad_date"),
        ("Urlaub 3.1. bis 10.1.", "bad_date"),
        ("leave for ever", "bad_date"),
        ("", "nothing_typed"),
        ("Hi Anna,\nthanks", "nothing_asked"),
    ],
)
def test_what_is_not_sure_is_a_fault(text, code):
    error = parse(text.split("\n"), is_move=ON["traffic_lights.4x3"]).problem
    assert isinstance(error, ParseProblem)
    assert error.code == code


def test_the_days_of_a_leave_are_not_taken_from_a_line_that_says_more():
    assert said("leave 3/1/2027 -\n10/1/2027 or later") == ("two_dates", 1)
    assert said("leave 3/1/2027 10/1/2027\n11/1/2027")[0] == "not_understood"


def test_a_command_left_out_is_a_fault_unless_there_is_another_one():
    def error(*aside, lines=("b2",)):
        found = parse(lines, is_move=ON["traffic_lights.4x3"], aside=aside).problem
        return found and found.code

    assert error("Sent from my iPhone", "Ben Miller", "Zug, Switzerland") is None
    assert error("5, rue du Lac", "Note: this e-mail is confidential", "Join our club!") is None
    assert error("Sent from my iPhone", "resign") == "below_signature"
    assert error("c1, virus-free.") == "below_signature"
    assert error("Remis vom Handy gesendet") == "below_signature"
    assert error("msg hello") == "below_signature"
    assert error("resign", lines=("perhaps",)) == "not_understood"
    assert error("Sent from my iPhone", "Oops, ignore that", lines=("resign",)) == "below_signature"
    assert error("Do not print this e-mail unless necessary", lines=("resign",)) is None


def test_inside_a_signature_only_whole_commands_and_second_thoughts_are_faults():
    def error(*below, lines=("b2",)):
        found = parse(lines, is_move=ON["traffic_lights.4x3"], below=below).problem
        return found and found.code

    assert error("Ben Miller", "Draw & Design Ltd", "Tel. 1, but only if urgent") is None
    assert error("Message of the day: never resign") is None
    assert error("Head of Change", "Not for profit") is None
    assert error("Hi Anna,", "I resign") == "below_signature"
    assert error("PPS: c3") == "below_signature"
    assert error("c3 instead") == "below_signature"
    assert error("never mind") == "below_signature"
    assert error("not yet", lines=("accept",)) == "below_signature"
    assert error("not on Monday", lines=("accept",)) == "below_signature"
    assert error("My working days are Monday to Thursday.", lines=("accept",)) is None
    assert error("I play on", lines=("resign",)) == "below_signature"
    assert error("I play on") is None


@pytest.mark.parametrize("line", FOOTERS)
@pytest.mark.parametrize("asked", ["b2", "accept", "resign"])
def test_what_stands_below_everything_that_somebody_sends_takes_nothing_back(line, asked):
    for place in ("aside", "below"):
        assert parse([asked], is_move=ON["traffic_lights.4x3"], **{place: [line]}).problem is None


@pytest.mark.parametrize("line", ["Never mind the gap", "Don't play with fire", "We don't play"])
def test_a_motto_takes_no_move_back(line):
    assert parse(["b2"], is_move=ON["traffic_lights.4x3"], below=[line]).problem is None


@pytest.mark.parametrize("line", SECOND_THOUGHTS)
def test_second_thoughts_in_the_words_of_a_footer_are_asked_about(line):
    for place in ("aside", "below"):
        found = parse(["resign"], is_move=ON["traffic_lights.4x3"], **{place: [line]})
        assert found.problem.code == "below_signature", place


@pytest.mark.parametrize(
    "line", ["bitte nicht", "Bitte nicht werten", "Never mind, c3", "not now", "Ignora questo",
             "Ignora questo messaggio", "Warte, nicht ziehen", "Don't play that"],
)  # fmt: skip
def test_second_thoughts_about_a_move_are_asked_about(line):
    found = parse(["b2"], is_move=ON["traffic_lights.4x3"], below=[line])
    assert found.problem.code == "below_signature"


@pytest.mark.parametrize(
    "line",
    ["Directrice commerciale", "Responsabile vendite", "Head of sales", "Ingénieure d’études",
     "Rechtsanwältin für Familienrecht", "Leiter Einkauf und Logistik", "Department of Physics",
     "Institut für Informatik", "directeur adjoint", "Avvocato cassazionista"],
)  # fmt: skip
def test_what_somebody_is_by_profession_may_stand_below_what_binds(line):
    for asked in ("enter", "accept", "resign"):
        assert said(f"{asked}\n\nKind regards\nAnna Muster\n{line}") == [asked]


@pytest.mark.parametrize(
    "line",
    ["Ask my manager first", "My partner plays on", "Sobald mein Leiter zustimmt",
     "Mon chef est contre", "Il mio medico dice di continuare", "Manager!", "No manager"],
)  # fmt: skip
def test_a_sentence_about_a_profession_is_none(line):
    assert said(f"resign\n\nKind regards\nAnna Muster\n{line}") == ("not_understood", 5)


def test_one_line_that_is_not_understood_stops_them_all():
    assert said("b2\nmsg hi\nperhaps I should resign") == ("after_text", 3)
    assert said("Anna Muster, Zürich\nb2") == ("not_understood", 1)


def test_a_move_after_an_order_is_a_fault_as_on_the_page():
    assert said("if a1 then b2\nc3") == ("turn_first", 2)
    assert said("resign\nc3") == ("turn_first", 2)


def test_more_lines_than_a_text_may_have_are_a_fault():
    assert said("\n".join(["b2"] * 61))[0] == "orders_too_long"
    assert said("msg " + "a" * 3000)[0] == "orders_too_long"


def test_a_long_message_goes_on_where_a_program_has_wrapped_it():
    text = "msg this is a rather long message that a program has wrapped at\nsome column"
    for apart in (".\nresign", "!\nresign", " :-)\nresign", "\n\nresign"):
        shown = f"{text}{apart.partition(chr(10))[0]}".replace("\n", " ")
        assert said(text + apart) == [shown, "resign"]
    assert said(f"{text} 👍\nresign")[1] == "resign"
    assert said(f"{text}\nresign") == ("after_text", 3)
    assert said("msg short\nsome column") == ("after_text", 2)
    assert said("msg Good game!\n\nI am away next week") == ("after_text", 3)


WRAPPED = """\
msg I have been thinking about this position for two days and I will not/resign
msg I have been thinking about this position for two days, and that …/resign
msg I think that after your last move I am lost, so I could as well, e.g./resign
msg They may have wanted to play in another way, but the move was number 12./b2
Nachricht: Du spielst so gut, aber so schnell werde ich bestimmt nicht/aufgeben!
message : Je réfléchis depuis deux jours et je ne vais certainement jamais/abandonner.
messaggio: Ci penso da due giorni e in questa posizione non penso certo all'/abbandono
Nachricht: Ich denke schon sehr lange nach, du hättest hier wohl lieber/b2
note I think that this offer of a draw comes late, and that I should not/accept
msg Shall we play the other game as well, once this one is over? Say/yes
appeal The referee has said that after all that has happened they would not/withdraw
msg I do not know what to think of this position any more, and I/draw
msg I have been thinking about this position for two days, and something,/or at least not/resign
Nachricht: Dieses Jahr wird es wohl nichts mehr mit unserem gemeinsamen/Urlaub 3.1.2027 10.1.2027
claim My opponent and I have talked about it for a long time and that/if a1 then b2
note They may well have seen this, so that I had better not send them the/message: I know it""".splitlines()


@pytest.mark.parametrize("text", WRAPPED)
def test_the_wrapped_last_word_of_a_text_is_no_command(text):
    lines = text.split("/") if "2027" not in text else text.split("/", 1)
    assert said("\n".join(lines)) == ("after_text", len(lines))
    assert len(said("b2\n" + "\n".join([*lines[:-1], "", lines[-1]]))) > 2


def test_a_second_message_right_below_a_long_one_is_one():
    text = "msg I have been thinking about this position for two days and I like it"
    assert said(f"{text}\nmsg Well played") == [text, "msg Well played"]


@pytest.mark.parametrize(
    "text",
    [
        "leave 2027-01-03 2027-01-10",
        "Leave from 3 January 2027 to 10 January 2027",
        "leave January 3, 2027 - January 10, 2027",
        "holiday 3rd to 10th Jan 2027",
        "Urlaub 3.1.2027 - 10.1.2027",
        "urlaub vom 3. bis 10. Januar 2027",
        "Urlaub: 03.01.27 bis 10.01.27",
        "Ferien 3.–10. Jänner 2027",
        "congé du 3 au 10 janvier 2027",
        "vacances du dimanche 3 janvier au dimanche 10 janvier 2027",
        "congés 03/01/2027 10/01/2027",
        "ferie dal 3 al 10 gennaio 2027",
        "vacanze dal 3/1/2027 al 10/1/2027",
        "leave 2027-01-03/2027-01-10",
        "leave 3-10 January 2027",
        "leave 3/1/2027 -\n10/1/2027",
        "Urlaub vom 3.1.2027\nbis 10.1.2027",
    ],
)
def test_a_leave_names_its_days_in_many_ways(text):
    assert said(text) == [DAYS]


def test_a_leave_over_the_turn_of_the_year_needs_its_year_once():
    assert said("leave 28 Dec to 5 January 2027") == ["leave 2026-12-28 2027-01-05"]
    assert said("congé du 1er au 3 mars 2027") == ["leave 2027-03-01 2027-03-03"]


def test_what_a_game_calls_a_move_is_one():
    assert said("enter", "mensch") == ["enter"]
    assert parse(["enter"], is_move=ON["mensch"]).commands[0].verb is Verb.MOVE
    assert parse(["enter"]).commands[0].verb is Verb.ENTER
    assert said("6: e; 5: hit front; *: rear", "mensch") == ["6: e; 5: hit front; *: rear"]
    assert said("Sf3", "chess") == ["Sf3"]
    assert said("e2e4 wenn e7e5 dann g1f3", "chess") == ["e2e4", "if e7e5 then g1f3"]
    assert said("slide E; take R\nauto-draft RYG", "bag") == ["slide E; take R", "auto-draft RYG"]


def test_what_looks_like_a_move_is_left_to_the_game_to_refuse():
    assert said("b9") == ["b9"]
    assert said("b2", game="") == ["b2"]


def test_the_text_for_a_match_is_what_the_page_takes():
    parsed = parse(
        ["b2", "wenn a1 dann c3", "Nachricht: ja", "status"], is_move=ON["traffic_lights.4x3"]
    )
    assert match_text(parsed.commands) == "b2\nif a1 then c3\nmsg ja"


def test_yes_and_no_count_only_alone():
    for word in EVERYDAY_WORDS & set(KEYWORDS[Verb.ACCEPT] + KEYWORDS[Verb.DECLINE]):
        assert said(f"{word} is what they said")[0] == "not_understood"


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("6: e; 5: hit front; *: rear", "6: e; 5: hit front; *: rear"),
        ("6: rein, 5: schlagen, sonst vorn, *: hinten", "6: e; 5: hit front; *: rear"),
        ("6 : einsetzen ; 1-2 : sicher ; * : fragen", "6: e; 2: safe; 1: safe; *: hold"),
        ("6: entrer; 5: prendre, sinon devant; *: dernier", "6: e; 5: hit front; *: rear"),
        ("3: rentrer abri; 4: demander", "4: hold; 3: home safe"),
        ("6: entra; 5: mangia, altrimenti davanti; *: ultima", "6: e; 5: hit front; *: rear"),
        ("4: 17; 2: casa sicura", "4: 17; 2: home safe"),
    ],
)
def test_a_standing_order_is_understood_in_every_language(line, order):
    parsed = parse([line])
    assert [(each.verb, each.text) for each in parsed.commands] == [(Verb.STANDING, order)]


def test_a_word_that_no_standing_order_has_is_named():
    assert parse(["6: jump"]).problem.code == "standing_word"


@pytest.mark.parametrize(
    ("line", "draft"),
    [
        ("auto-draft RYG", "RYG"),
        ("Auto-Wahl GYR", "GYR"),
        ("auto-choix YRG", "YRG"),
        ("auto-scelta rgy", "rgy"),
        ("Auto-Wahl aus", "off"),
        ("auto-choix non", "off"),
        ("auto-scelta no", "off"),
    ],
)
def test_a_list_for_the_draft_is_understood_in_every_language(line, draft):
    parsed = parse([line])
    assert [(each.verb, each.text) for each in parsed.commands] == [(Verb.DRAFT, draft)]


@pytest.mark.parametrize(
    "line", ["b2; next a1", "b2; danach a1", "b2, nächster a1", "b2; ensuite a1", "b2; poi a1"]
)
def test_the_first_move_of_the_next_leg_is_understood_in_every_language(line):
    parsed = parse([line], is_move=ON["traffic_lights.4x3"])
    assert match_text(parsed.commands) == "b2\nnext a1"


@pytest.mark.parametrize(
    "line",
    [
        "take back",
        "Can I take my move back, please?",
        "Darf ich meinen Zug zurücknehmen?",
        "Hallo, Zug zurücknehmen bitte",
        "Je voudrais reprendre mon dernier coup, merci",
        "Vorrei ritirare la mossa.",
    ],
)
def test_a_move_is_asked_back_in_plain_words(line):
    assert said(line) == ["take back"]
    assert said(f"{line}\nmsg Wrong square.") == ["take back", "msg Wrong square."]


@pytest.mark.parametrize(
    ("line", "spelling"),
    [
        ("pause until 2027-01-10", "pause until 2027-01-10"),
        ("Pause until 10 January 2027, please?", "pause until 2027-01-10"),
        ("pause for 2 weeks", "pause 14 days"),
        ("Pause bis zum 10. Januar 2027", "pause until 2027-01-10"),
        ("Pause vorschlagen: 5 Tage bitte", "pause 5 days"),
        ("Je propose une pause jusqu’au 10 janvier 2027", "pause until 2027-01-10"),
        ("pause de 5 jours", "pause 5 days"),
        ("Pausa fino al 10 gennaio 2027", "pause until 2027-01-10"),
        ("pausa di 1 settimana", "pause 7 days"),
    ],
)
def test_a_pause_names_its_last_day_or_its_length(line, spelling):
    assert said(line) == [spelling]


@pytest.mark.parametrize(
    "line",
    ["pause", "Pause!", "pause until tomorrow", "pause until 10 January", "pause 2027-02-30",
     "pause from 3 to 10 January 2027", "Pause machen wäre schön", "pause 0 days", "pause -5 days"],
)  # fmt: skip
def test_a_pause_without_its_end_is_asked_about(line):
    assert said(line) == ("no_pause_end", 1)
    message = "msg I would like to go to the mountains soon, so let us make a"
    if not any(char.isdigit() for char in line):
        assert said(f"{message}\n{line}") == [f"{message} {line}"]


@pytest.mark.parametrize(
    "first", ["b2", "resign", "draw", "accept", DAYS, "enter", "if a1 then b2"]
)
def test_taking_back_next_to_what_it_may_mean_does_neither(first):
    assert said(f"{first}\ntake back") == ("not_understood", 2)
    assert said(f"take back\n{first}") == ("not_understood", 1)
    assert said(f"{first}, take back") != [first]


@pytest.mark.parametrize(
    "line",
    ["Thanks for the challenge!", "Danke für die Herausforderung!", "Grazie per la sfida, ciao!"],
)
def test_thanks_for_a_challenge_challenge_nobody(line):
    assert parse([line, "b2"]).commands[0].verb is Verb.MOVE
    assert len(parse([line, "b2"]).commands) == 1


@pytest.mark.parametrize(
    ("line", "spelling"),
    [
        ("Challenge Bob Miller, thanks", "challenge Bob Miller"),
        ("herausfordern: Käthe", "challenge Käthe"),
        ("Je défie Zoé !", "challenge Zoé"),
        ("sfido Niccolò", "challenge Niccolò"),
        ("Anweisung streichen: wenn a1 dann b2", "cancel orders if a1 then b2"),
        ("annuler ordre 6: entrer", "cancel orders 6: e"),
        ("cancel all orders please", "cancel orders"),
        ("my notes?", "notes"),
        ("Standings: “Spring cup”?", "standings Spring cup"),
        ("Tabelle bitte", "standings"),
        ("Le classement du tournoi, merci", "standings"),
        ("Classifica Coppa d’autunno 2", "standings Coppa d’autunno 2"),
    ],
)
def test_what_stands_behind_a_command_is_read(line, spelling):
    assert [each.spelling for each in parse([line]).commands] == [spelling]
