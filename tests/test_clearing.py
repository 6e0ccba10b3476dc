"""The database is emptied only after those who still write have ended."""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest
from django.db import connection

from accounts.models import User
from tests import clearing

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


def test_a_late_request_is_waited_for(noon: Any) -> None:
    begun = threading.Event()

    def late(address: str) -> None:
        from django.db import transaction

        with transaction.atomic():
            User.objects.create_user(address, "correct horse", date_joined=noon)
            begun.set()
            time.sleep(0.3)
        connection.close()

    for name in ("Thread-1 (process_request_thread)", "somebody else"):
        begun.clear()
        thread = threading.Thread(target=late, name=name, args=(f"{len(name)}@example.org",))
        thread.start()
        assert begun.wait(5)
        seen = User.objects.count()
        clearing.settle("default")
        assert User.objects.count() == seen + 1
        thread.join()


def test_what_never_ends_is_broken_off() -> None:
    import psycopg
    from django.conf import settings

    of = {name: str(value) for name, value in settings.DATABASES["default"].items()}
    with psycopg.connect(
        host=of["HOST"],
        port=of["PORT"],
        user=of["USER"],
        password=of["PASSWORD"],
        dbname=connection.settings_dict["NAME"],
    ) as other:
        other.execute("SELECT 1")  # idle in its transaction from now on
        clearing.settle("default", patience=0.1)
        with pytest.raises(psycopg.OperationalError):
            other.execute("SELECT 1")
