"""A real Postfix hands over e-mails as docs/by-mail.md says: by LMTP to `mailin`, and by a pipe."""

from __future__ import annotations

import os
import pwd
import re
import shutil
import site
import smtplib
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection
from django.utils import timezone

from games.models import Ply
from inbound.models import InboundMessage
from inbound.services import handling
from tests.games.conftest import start
from tests.inbound.conftest import reply_to, written
from tests.patience import PATIENCE, until
from tests.services import free_port

__all__ = ["start"]
ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "by-mail.md").read_text()
DOMAIN, ALICE, SEED = "ampelpost.example", "alice@example.org", "5eed" * 16
POSTFIX = shutil.which("postfix", path=f"{os.environ['PATH']}:/usr/sbin")
USER = "nobody"
pytestmark = [pytest.mark.long, pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
SERVICES = """\
127.0.0.1:{port} inet n - n - - smtpd
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
error unix - - n - - error
retry unix - - n - - error
lmtp unix - - n - - lmtp
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
"""
OURS = """\
compatibility_level = 3.6
queue_directory = {home}/queue
data_directory = {home}/data
maillog_file = {home}/log
maillog_file_prefixes = {home}
myhostname = mail.ampelpost.example
mydestination =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
alias_maps =
alias_database =
smtpd_relay_restrictions = permit_mynetworks, reject_unauth_destination
"""


def recipe(*headings: str) -> dict[str, str]:
    """Return what the docs say about ways to hand over e-mails, by the file it goes into."""
    said = "".join(PAGE.partition(each)[2].partition("\n\n**")[0] + "\n" for each in headings)
    found: dict[str, str] = {}
    for name, lines in re.findall(
        r"^    # (/etc/\S+)\n((?:    .*\n)+?)(?=    # |\n|$)", said, re.M
    ):
        found[name] = found.get(name, "") + re.sub(r"^    ", "", lines, flags=re.M)
    return found


def interpreter(home: Path) -> dict[str, str]:
    """Return a Python that other users may run, a copy of ours where it is closed to them."""
    found = {"PYTHON": sys.executable, "PYTHONPATH": ":".join(site.getsitepackages())}
    asked = ["su", "-s", "/bin/sh", USER, "-c", f"{sys.executable} -V"]
    if subprocess.run(asked, capture_output=True, check=False).returncode == 0:
        return found
    version = f"python3.{sys.version_info.minor}"
    library = Path(sysconfig.get_path("stdlib"))
    unused = shutil.ignore_patterns("site-packages", "test", "__pycache__", "config-*", "idlelib")
    shutil.copytree(library, home / "python" / "lib" / version, ignore=unused)
    program = home / "python" / "bin" / version
    program.parent.mkdir()
    shutil.copy(Path(sys.executable).resolve(), program)
    folder = home / "python" / "lib"
    for shared in Path(str(sysconfig.get_config_var("LIBDIR"))).glob("libpython*.so*"):
        shutil.copy(shared, folder)
    closed = {"PYTHONHOME": str(home / "python"), "LD_LIBRARY_PATH": str(folder)}
    return found | closed | {"PYTHON": str(program)}


@pytest.fixture
def environment() -> dict[str, str]:
    """Return the variables of the site, on the database of this test."""
    name = connection.settings_dict["NAME"]
    return {
        "DATABASE_URL": os.environ["DATABASE_URL"].rpartition("/")[0] + f"/{name}",
        "DJANGO_SETTINGS_MODULE": "config.settings_test",
        "DEVELOPMENT": "1",
        "SECRET_KEY": settings.SECRET_KEY,
        "REDIS_URL": os.environ["REDIS_URL"],
        "REDIS_PREFIX": os.environ["REDIS_PREFIX"],
        "VAR_DIR": os.environ["VAR_DIR"],
    }


@pytest.fixture
def home() -> Iterator[Path]:
    """Return a folder that Postfix's own users may enter."""
    folder = Path(tempfile.mkdtemp(prefix="ampelpost-postfix-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def postfix(home: Path) -> Iterator[Callable[[dict[str, str]], int]]:
    """Return what starts a Postfix with what the docs say, and tells its port."""
    if POSTFIX is None:
        pytest.skip("Postfix is not installed: apt-get install postfix")
    if os.geteuid() != 0:
        pytest.skip("only root can start Postfix")
    servers: list[subprocess.Popen[bytes]] = []

    def begin(files: dict[str, str]) -> int:
        port, etc = free_port(), home / "etc"
        for folder in (etc, home / "queue", home / "data"):
            folder.mkdir()
        shutil.chown(home / "data", "postfix")
        (etc / "master.cf").write_text(
            SERVICES.format(port=port) + files.pop("/etc/postfix/master.cf", "")
        )
        (etc / "main.cf").write_text(
            OURS.format(home=home)
            + files.pop("/etc/postfix/main.cf").replace("/etc/postfix/", f"{etc}/")
        )
        for name, text in files.items():
            (etc / Path(name).name).write_text(text)
        command = [str(POSTFIX), "-c", str(etc), "start-fg"]
        servers.append(subprocess.Popen(command, start_new_session=True))
        let_in(lambda: smtplib.SMTP("127.0.0.1", port, timeout=PATIENCE))
        return port

    yield begin
    print((home / "log").read_text() if (home / "log").exists() else "no log of Postfix")
    for server in servers:  # its master has a session of its own
        subprocess.run([str(POSTFIX), "-c", str(home / "etc"), "stop"], check=True)
        server.wait(PATIENCE)


def let_in(connect: Callable[[], smtplib.SMTP]) -> None:
    """Connect as soon as somebody listens."""
    until(lambda: connect().quit(), "somebody listens", ignoring=(OSError,))


def adapted(files: dict[str, str], **changes: str) -> dict[str, str]:
    """Return the recipe with the names of this test in place of those of the docs."""
    names = {"play.example.org": DOMAIN, r"play\.example\.org": DOMAIN.replace(".", r"\.")}
    whole = "".join(files.values())
    for old, new in {**names, **changes}.items():
        assert old in whole, old
        files = {name: text.replace(old, new) for name, text in files.items()}
    return files


def submit(port: int, address: str) -> None:
    """Send a move from outside."""
    with smtplib.SMTP("127.0.0.1", port, timeout=PATIENCE) as client:
        client.sendmail(ALICE, [address], written("b2\n", address, ALICE))


def refused(port: int, address: str, raw: bytes) -> int:
    """Return with which code Postfix itself refuses an e-mail."""
    with smtplib.SMTP("127.0.0.1", port, timeout=PATIENCE) as client:
        try:
            client.sendmail(ALICE, [address], raw)
        except smtplib.SMTPRecipientsRefused as error:
            return error.recipients[address][0]
        except smtplib.SMTPResponseException as error:
            return error.smtp_code
    return 250


def test_postfix_hands_over_by_lmtp(alice, bob, start, postfix, environment, home):
    match = start(alice, bob, now=timezone.now())
    listening = free_port()
    server = subprocess.Popen(
        [sys.executable, "manage.py", "mailin", "--lmtp", "--port", str(listening)],
        env={**os.environ, **environment},
        cwd=ROOT,
    )
    try:
        let_in(lambda: smtplib.LMTP("127.0.0.1", listening, timeout=PATIENCE))
        ours = {"127.0.0.1:8025": f"127.0.0.1:{listening}"}
        files = adapted(recipe("**Postfix, by LMTP**"), **ours)
        port = postfix(files)
        address = reply_to(alice)
        assert refused(port, f"somebody@{DOMAIN}", b"b2\r\n") == 550
        assert refused(port, address, b"x" * 300_000) == 552
        submit(port, address)
        until(lambda: InboundMessage.objects.exists(), "the e-mail is kept")
    finally:
        server.kill()  # what it has acknowledged is kept
        server.wait(PATIENCE)
    row = InboundMessage.objects.get()
    assert (row.way, row.mail_from) == ("lmtp", ALICE)
    handling.handle_message(row.pk, now=timezone.now(), make_seed=lambda: SEED)
    assert Ply.objects.get(match=match).text == "b2"


def test_postfix_hands_over_by_a_pipe(alice, bob, start, postfix, environment, home):
    match = start(alice, bob, now=timezone.now())
    variables = home / "ampelpost.env"
    own = home / "var"  # the folder of the tests is closed to others
    own.mkdir()
    shutil.chown(own, USER)
    lines = {**environment, **interpreter(home), "VAR_DIR": str(own)}
    variables.write_text("".join(f"{name}={value}\n" for name, value in lines.items()))
    files = adapted(
        recipe("**Postfix, by LMTP**", "**Postfix, by a pipe**"),
        **{
            "virtual_transport = lmtp:inet:127.0.0.1:8025\n": "",
            "user=ampelpost": f"user={pwd.getpwnam(USER).pw_name}",
            "/srv/ampelpost/site/": f"{ROOT}/",
            "/etc/ampelpost.env": str(variables),
        },
    )
    port = postfix(files)
    submit(port, reply_to(alice))
    until(lambda: Ply.objects.filter(match=match).exists(), "the move is played")
    assert Ply.objects.get(match=match).text == "b2"
    row = InboundMessage.objects.get()
    assert (row.way, row.outcome, row.mail_from) == ("pipe", "done", ALICE)
