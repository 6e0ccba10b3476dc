"""A sender killed with -9 between sending and marking loses nothing and invents nothing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections import Counter
from datetime import timedelta
from email import message_from_bytes

import pytest
from django.db import connection

from notifications.models import EmailSettings, Message
from notifications.services.sending import delivery
from tests.emails import deliver_due

pytestmark = [pytest.mark.sqlite, pytest.mark.django_db(transaction=True)]
EMAILS, KILLED_AT = 12, 5
SENDER = """
import os, signal, sys
from datetime import datetime
import django
from django.conf import settings
from django.db import connections
database, folder, templates, now, killed_at = sys.argv[1:]
django.setup()
connections["default"].settings_dict["NAME"] = database
settings.EMAIL_BACKEND = "notifications.backends.FolderBackend"
settings.EMAIL_FOLDER = folder
settings.TEMPLATES[0]["DIRS"].insert(0, templates)
from notifications.services.sending import delivery
from config.emails import composing
mark, count = delivery.mark_sent, 0
def dying_mark(*arguments):
    global count
    count += 1
    if count == int(killed_at):
        os.kill(os.getpid(), signal.SIGKILL)
    mark(*arguments)
delivery.mark_sent = dying_mark
composing.deliver_due(datetime.fromisoformat(now))
"""


def message_ids(folder):
    return Counter(
        str(message_from_bytes(path.read_bytes())["Message-ID"]) for path in folder.glob("*.eml")
    )


def test_after_kill_nine_every_email_arrives_and_the_one_in_hand_twice(
    alice, noon, post, settings, tmp_path
):
    EmailSettings.objects.create(player=alice, digest_after=500)
    emails = [post(alice, f"email {number}") for number in range(EMAILS)]
    templates = settings.TEMPLATES[0]["DIRS"][0]
    arguments = [connection.settings_dict["NAME"], tmp_path, templates, noon.isoformat(), KILLED_AT]
    killed = subprocess.run(
        [sys.executable, "-c", SENDER, *map(str, arguments)],
        check=False,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings_test"},
        cwd=settings.BASE_DIR,
        capture_output=True,
    )
    assert killed.returncode == -signal.SIGKILL, killed.stderr.decode()[-2000:]
    assert sum(message_ids(tmp_path).values()) == KILLED_AT
    assert Message.objects.filter(state="sent").count() == KILLED_AT - 1

    settings.EMAIL_BACKEND = "notifications.backends.FolderBackend"
    settings.EMAIL_FOLDER = tmp_path
    deliver_due(noon + timedelta(seconds=1))
    assert Message.objects.filter(state="sent").count() == EMAILS - 1, "one is still leased"
    deliver_due(noon + delivery.LEASE + timedelta(seconds=30))

    arrived = message_ids(tmp_path)
    assert set(arrived) == {email.message_id for email in emails}
    assert sorted(arrived.values()) == [1] * (EMAILS - 1) + [2]
    assert not Message.objects.exclude(state="sent").exists()
