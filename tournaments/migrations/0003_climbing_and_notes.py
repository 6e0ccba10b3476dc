"""Fixtures of ladders know who wanted them and whether they have moved it; rounds keep a note."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import F


def note_past_climbs(apps, _schema):
    """Every result there is has moved its ladder already."""
    fixtures = apps.get_model("tournaments", "Fixture").objects
    settled = fixtures.filter(settled_at__isnull=False, round__division__tournament__format="ladder")
    settled.update(climbed_at=F("settled_at"))


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0002_teams")]

    operations = [
        migrations.AddField(
            model_name="fixture",
            name="challenger",
            field=models.ForeignKey(
                blank=True,
                help_text="on a ladder: who wanted the match",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="tournaments.entrant",
            ),
        ),
        migrations.AddField(
            model_name="fixture",
            name="climbed_at",
            field=models.DateTimeField(
                blank=True,
                help_text="on a ladder: when the result has moved the rungs",
                null=True,
                verbose_name="climbed",
            ),
        ),
        migrations.AddField(
            model_name="round",
            name="note",
            field=models.CharField(
                blank=True, max_length=40, verbose_name="why not by the first engine"
            ),
        ),
        migrations.RunPython(note_past_climbs, migrations.RunPython.noop),
    ]
