"""Write into every rating entry with which rank, for which side and at which turn it was made."""

from django.db import migrations
from django.db.models import F, Q

from games.rules import registry
from games.rules.company import sides_of


def fill(apps, _schema_editor):
    """Take them from the seats as they are: nothing has been corrected yet."""
    entries = apps.get_model("games", "RatingEntry")
    seats = apps.get_model("games", "Seat")
    for entry in entries.objects.filter(rank=None).select_related("match").iterator():
        match = entry.match
        table = seats.objects.filter(match=match)
        seat = table.get(Q(original=entry.player_id) | Q(original=None, player=entry.player_id))
        sides = sides_of(registry.get(match.ruleset), table.count(), match.options)
        entry.rank, entry.side, entry.turn = seat.rank or 1, sides[seat.number], match.turn
        entry.save(update_fields=["rank", "side", "turn"])
    apps.get_model("games", "Rating").objects.update(entries=F("games"))


class Migration(migrations.Migration):
    dependencies = [("games", "0007_cases_and_rulings")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
