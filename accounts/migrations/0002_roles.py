"""The groups by which offices are given: referees, organisers, operators."""

from django.db import migrations

ROLES = ("head_referee", "referee", "organiser", "operator")


def make(apps, _schema_editor):
    """Make the groups; what they may see in the admin is set when somebody joins."""
    groups = apps.get_model("auth", "Group")
    for name in ROLES:
        groups.objects.get_or_create(name=name)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_initial"), ("auth", "0012_alter_user_first_name_max_length")]

    operations = [migrations.RunPython(make, migrations.RunPython.noop)]
