"""Names unique without case on every database; addresses known to be confirmed."""

import accounts.models.player
from accounts.naming import key_of
from django.db import migrations, models


def fill_keys(apps, schema_editor):
    """Give the rows that exist their key."""
    for player in apps.get_model("accounts", "Player").objects.all():
        player.name_key = key_of(player.name)
        player.save(update_fields=["name_key"])


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_initial")]

    operations = [
        migrations.AddField(
            "user",
            "address_confirmed",
            models.BooleanField(
                default=True,
                help_text="No letter about matches goes to an address whose owner has not confirmed it.",
                verbose_name="address confirmed",
            ),
        ),
        migrations.AlterField(
            "player",
            "name",
            models.CharField(
                max_length=30,
                validators=[accounts.models.player.validate_name],
                verbose_name="name",
            ),
        ),
        migrations.AddField(
            "player",
            "name_key",
            models.CharField(
                default="", editable=False, max_length=90, verbose_name="name without case"
            ),
            preserve_default=False,
        ),
        migrations.RunPython(fill_keys, migrations.RunPython.noop),
        migrations.RemoveConstraint("player", "player_name_ci"),
        migrations.AddConstraint(
            "player", models.UniqueConstraint(fields=["name_key"], name="player_name_once")
        ),
    ]
