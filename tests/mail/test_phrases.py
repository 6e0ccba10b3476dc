"""Lines that programs write around what was typed: adverts, disclaimers, what leads to quotes."""

import pytest

from inbound.reading import Kind, read_message
from tests.mail.programs import original
from tests.sampling import at_length

OURS = original.text("en", "Ben", marked=False)
QUOTE = "\n".join(f"> {line}" for line in OURS.split("\n"))
HEAD = (
    "From: Ben Miller <ben@sender.example>\nTo: <play+AbC@post.example>\nSubject: Re: x\n"
    "Message-ID: <1@b.c>\nContent-Type: text/plain; charset=utf-8\n\n"
)
ADVERTS = """\
Dieses E-Mail wurde von Avast Antivirus-Software auf Viren geprüft.
This email has been checked for viruses by Avast antivirus software.
Virus-free.www.avast.com
Garanti sans virus. www.avast.com
Privo di virus.www.avast.com
Gesendet mit der GMX iPhone App
Sent from my Huawei phone
Von meinem Huawei-Mobiltelefon gesendet
Envoyé de mon iPad
Envoyé depuis l'application Mail Orange
Inviato dal mio telefono Android
Inviato da smartphone
Sent using Zoho Mail
Sent from Gmail Mobile
Gesendet aus der Telekom-Mail-App
Diese Nachricht wurde von meinem Android-Mobiltelefon mit GMX Mail gesendet.
Sent from Samsung tablet.
Von Samsung-Tablet gesendet
Von meinem/meiner Galaxy gesendet
Diese Email wurde von meinem Android Gerät gesendet
Sent from Outlook
Gesendet von Outlook für Android<https://aka.ms/AAb9ysg>
Holen Sie sich Outlook für Android<https://aka.ms/AAb9ysg>
Outlook für Android<https://aka.ms/AAb9ysg> beziehen
Télécharger Outlook pour Android<https://aka.ms/AAb9ysg>
Obtenez Outlook pour iOS<https://aka.ms/o0ukef>
Scarica Outlook per Android<https://aka.ms/AAb9ysg>
Get Outlook for Mac <https://aka.ms/GetOutlookForMac>
Sent with Spark
Envoyé à partir d’Outlook pour Android
Von meinem iPhone gesendet.
Mobil gesendet - bitte Tippfehler entschuldigen
Sent from a mobile device. Please excuse typos.
Excuse my brevity
Hergestellt mit 100% recycelten Elektronen
Gesendet von unterwegs
Verschickt mit Tutanota
Sicher gesendet mit Proton Mail.
Sent securely with Tuta
Sécurisé par Tuta Mail
Gesendet mit Posteo
Sent with Proton Mail secure email.
Gesendet mit Proton Mail Android
Powered by cPanel
Vom Handy getippt
Kurz und mobil getippt.
Tapé sur mon téléphone
Posted from my Windows Phone
Kostenlos bei GMX: Sichere E-Mail
Wysłane z iPhone'a
Отправлено с iPhone
iPhoneから送信
Skickat från min iPhone
"""
DISCLAIMERS = """\
This email and any files transmitted with it are confidential and intended solely for the use of the individual or entity to whom they are addressed.
CONFIDENTIALITY NOTICE: This message is intended only for the named recipient.
The information contained in this communication is confidential and may be legally privileged.
Diese E-Mail und ihre Anhänge sind vertraulich und nur für den Empfänger bestimmt.
Der Inhalt dieser E-Mail ist vertraulich und ausschliesslich für den bezeichneten Adressaten bestimmt.
Diese Nachricht ist ausschließlich für den Adressaten bestimmt und enthält vertrauliche Informationen.
Ce courriel est confidentiel et destiné exclusivement à son destinataire.
Ce message et ses pièces jointes peuvent contenir des informations confidentielles ou privilégiées.
Le présent message ainsi que ses pièces jointes sont strictement confidentiels.
Questa e-mail è riservata ed è destinata esclusivamente al destinatario indicato.
Le informazioni contenute nella presente comunicazione sono riservate e destinate al solo destinatario.
Il presente messaggio, corredato dei relativi allegati, contiene informazioni riservate.
Please consider the environment before printing this e-mail.
Bitte denken Sie an die Umwelt, bevor Sie diese E-Mail ausdrucken.
Pensez à l'environnement avant d'imprimer ce message.
Prima di stampare, pensa all'ambiente.
P Please consider the environment before printing
Bitte prüfen Sie der Umwelt zuliebe, ob der Ausdruck dieser Mail erforderlich ist.
N'imprimez ce message que si nécessaire.
Think green, do not print this e-mail unless necessary.
"""
ATTRIBUTIONS = """\
On Nov 23, 2026, at 10:12 AM, Anna – Ampelpost <play+x@post.example> wrote:
On Mon, 23 Nov 2026 10:12:13 +0100, Anna wrote:
On 23/11/2026 10:12, Anna wrote:
On 2026-11-23 10:12, Anna – Ampelpost wrote:
On Mon, 23 Nov 2026, 10:12 Anna – Ampelpost, <play+x@post.example> wrote:
On Monday, November 23, 2026, Anna <play+x@post.example> wrote:
Anna – Ampelpost <play+x@post.example> writes:
---- On Mon, 23 Nov 2026 10:12:13 +0100 Anna – Ampelpost <play+x@post.example> wrote ---
---- Am Mo., 23 Nov. 2026 10:12:13 +0100 Anna – Ampelpost <play+x@post.example> schrieb ----
Anna – Ampelpost a dit :
Am 23.11.2026 10:12, schrieb Anna:
Am 23. November 2026 10:12:13 schrieb "Anna – Ampelpost" <play+x@post.example>:
Am Montag, den 23.11.2026, 10:12 +0100 schrieb Anna:
Am Mo, 23.11.2026, 10:12 schrieb Anna <play+x@post.example>:
Anna – Ampelpost schrieb am 23.11.2026 um 10:12:
Anna schrieb:
Am 23.11.26 um 10:12 schrieb Anna – Ampelpost via Club:
Le 23 novembre 2026 10:12:13 "Anna – Ampelpost" <play+x@post.example> a écrit :
Le lundi 23 novembre 2026, 10:12:13 CET Anna a écrit :
Le lun. 23 nov. 2026 à 10 h 12, Anna <play+x@post.example> a écrit :
Le 23 nov. 2026 à 10:12, Anna – Ampelpost <play+x@post.example> a écrit :
Le 23/11/2026 à 10:12, Anna a écrit :
Il giorno 23 nov 2026, alle ore 10:12, Anna – Ampelpost <play+x@post.example> ha scritto:
Il 23/11/2026 10:12, Anna – Ampelpost ha scritto:
Il lunedì 23 novembre 2026 10:12:13 CET, Anna <play+x@post.example> ha scritto:
In data 23 novembre 2026 10:12:13 CET, Anna ha scritto:
2026-11-23 10:12 GMT+01:00 Anna – Ampelpost <play+x@post.example>:
* Anna <play+x@post.example> [2026-11-23 10:12]:
Quoting Anna <play+x@post.example>:
Zitat von Anna <play+x@post.example>:
El lun, 23 nov 2026 a las 10:12, Anna (<play+x@post.example>) escribió:
Em seg., 23 de nov. de 2026 às 10:12, Anna <play+x@post.example> escreveu:
Op ma 23 nov 2026 om 10:12 schreef Anna <play+x@post.example>:
W dniu 23.11.2026 o 10:12, Anna pisze:
Den mån 23 nov. 2026 kl 10:12 skrev Anna <play+x@post.example>:
pon., 23 lis 2026 o 10:12 Anna <play+x@post.example> napisał(a):
On Mon, Nov 23, 2026 at 10:12:13AM +0100, Anna – Ampelpost wrote:
"""
HEADERS = """\
-----Original Message-----|From: Anna|Sent: Monday|To: Ben|Subject: x
-----Ursprüngliche Nachricht-----|Von: Anna [mailto:x@y.z] |Gesendet: Montag, 23. November 2026 10:12|An: Ben|Betreff: x
-----Message d'origine-----|De : Anna|Envoyé : lundi|À : Ben|Objet : x
-----Messaggio originale-----|Da: Anna|Inviato: lunedì|A: Ben|Oggetto: x
-------- Message transféré --------|Sujet : x|Date : lundi|De : Anna|Pour : Ben
-------- Messaggio Inoltrato --------|Oggetto: x|Data: lun|Mittente: Anna|A: Ben
-------- Original message --------|From: Anna|Date: 11/23/26  10:12 AM  (GMT+01:00)|To: Ben|Subject: x
-------- Message d'origine --------|De : Anna|Date : 23/11/2026 10:12 (GMT+01:00)|À : Ben|Objet : x
----- Reply message -----|Von: "Anna" <x@y.z>|An: Ben|Betreff: x|Datum: Mo., Nov. 23, 2026 10:12
________________________________|From: Anna <x@y.z>|Sent: Monday, November 23, 2026 10:12 AM|To: Ben <x@y.z>|Subject: Re: x
________________________________|De : Anna <x@y.z>|Envoyé : lundi 23 novembre 2026 10:12|À : Ben <x@y.z>|Objet : x
Da: Anna <x@y.z>|Inviato: lunedì 23 novembre 2026 10:12|A: Ben|Oggetto: x
Da: Anna <x@y.z> |Data: lunedì, 23 novembre 2026 alle ore 10:12|A: Ben|Oggetto: x
Von: Anna <x@y.z>|Datum: Montag, 23. November 2026 um 10:12|An: Ben|Betreff: x
De: Anna <x@y.z>|Date: lundi, 23 novembre 2026 à 10:12|À: Ben|Objet: x
Gesendet: Montag, 23. November 2026 um 10:12 Uhr|Von: "Anna" <x@y.z>|An: Ben|Betreff: x
From: "Anna" <x@y.z>|To: Ben|Cc: |Date: Mon, 23 Nov 2026|Subject: x
------ Originalnachricht ------|Von: "Anna" <x@y.z>|An: Ben|Gesendet: 23.11.2026 10:12:13|Betreff: x
------- Original Message -------|On Monday, November 23rd, 2026 at 10:12 AM, Anna <x@y.z> wrote:
Anfang der weitergeleiteten Nachricht:||Von: Anna <x@y.z>|Betreff: x|Datum: 23. November 2026 um 10:12:13 MEZ|An: Ben
Début du message réexpédié :||De: Anna|Objet: x|Date: 23|À: Ben
*From:* Anna <x@y.z>|*Sent:* Monday|*To:* Ben|*Subject:* x
From: Anna <x@y.z>|Date: Monday, 23 November 2026 at 10:12|To: Ben|Subject: x
Expéditeur: Anna <x@y.z>|Date: 23 novembre|Destinataire: Ben|Objet: x
"""
WRAPPED = (
    "Am Mo., 23. Nov. 2026 um 10:12 Uhr schrieb Anna – Ampelpost <\nplay+abcdefgh@post.example>:",
    "Il giorno lun 23 nov 2026 alle ore 10:12 Anna – Ampelpost <\nplay+x@post.example>\nha scritto:",
    "Le lun. 23 nov. 2026 à 10:12, Anna – Ampelpost\n<play+x@post.example> a\nécrit :",
    "Anna – Ampelpost\n<play+x@post.example> schrieb am Mo., 23. Nov. 2026,\n10:12:",
)


def typed(text):
    reading = read_message((HEAD + text).encode(), domain="post.example")
    assert (reading.kind, reading.doubtful) == (Kind.PERSON, "")
    return list(reading.typed)


@pytest.mark.parametrize("advert", ADVERTS.splitlines())
def test_an_advert_is_not_typed(advert):
    lead = "On Mon, Nov 23, 2026 at 10:12 AM Anna <a@b.example> wrote:"
    assert typed(f"b2\n\n{advert}\n\n{lead}\n{QUOTE}\n") == ["b2"]
    if at_length():
        assert typed(f"b2\n\n{advert}\n") == ["b2"]


@pytest.mark.parametrize("text", DISCLAIMERS.splitlines())
def test_a_disclaimer_and_what_follows_is_not_typed(text):
    assert typed(f"b2\n\n{text}\nresign\n") == ["b2"]


@pytest.mark.parametrize("lead", [*ATTRIBUTIONS.splitlines(), *WRAPPED])
def test_what_leads_to_a_quote_is_not_typed(lead):
    assert typed(f"b2\n{lead}\n{QUOTE}\n") == ["b2"]
    assert typed(f"{lead}\n{QUOTE}\n\nb2\n") == ["b2"]
    if at_length():
        assert typed(f"b2\n\n{lead}\n\n{QUOTE}\n") == ["b2"]
        assert typed(f"b2\n\n{lead}\n\n##- ampelpost -## Write\n{OURS}\n") == ["b2"]


@pytest.mark.parametrize("block", HEADERS.splitlines())
def test_headers_above_a_quote_end_what_was_typed(block):
    lines = block.replace("|", "\n")
    assert typed(f"b2\n\n{lines}\n\n{OURS}\n") == ["b2"]
    assert typed(f"b2\n{lines}\n{OURS}\n") == ["b2"]


@pytest.mark.parametrize(
    "lines",
    [
        ["On Monday I was away:", "b2"],
        ["From here: b2"],
        ["msg You wrote: nice"],
        ["Von: mir"],
        ["Mit b2", "Sent: no"],
        ["This is fun", "b2"],
        ["b2", "Diese Partie ist schön"],
        ["b2", "msg You wrote ---"],
    ],
)
def test_what_a_person_might_type_stays(lines):
    assert typed("\n".join(lines)) == lines


def test_what_is_said_right_above_a_quote_is_typed_even_with_a_day_and_a_time():
    said = "msg Back on 3/1/2027 at 20:15. You wrote of it:"
    assert typed(f"b2\n{said}\n{QUOTE}\n") == ["b2", said]


def test_a_signature_below_an_advert_is_not_typed_however_many_paragraphs_it_has():
    assert typed("Sent from my iPhone\n\nb2\n\n-- \nAnna\n\nresign\n") == ["b2"]
    assert typed("Get Outlook for iOS\n\n-- \nAnna\n\nresign\n") == []
