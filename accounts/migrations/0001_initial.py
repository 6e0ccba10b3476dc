import accounts.models.player
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


ROLES = ("head_referee", "referee", "organiser", "operator")


def make_groups(apps, _schema_editor):
    """Make the groups by which offices are given; what they may see is set when somebody joins."""
    groups = apps.get_model("auth", "Group")
    for name in ROLES:
        groups.objects.get_or_create(name=name)


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
        ('sessions', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('email', models.EmailField(max_length=254, unique=True, verbose_name='e-mail address')),
                ('is_staff', models.BooleanField(default=False, verbose_name='operator')),
                ('is_active', models.BooleanField(default=True, verbose_name='active')),
                ('address_confirmed', models.BooleanField(default=True, help_text='No e-mails about matches are sent to an address that has not been confirmed.', verbose_name='address confirmed')),
                ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='joined')),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'constraints': [models.UniqueConstraint(django.db.models.functions.text.Lower('email'), name='user_email_ci')],
            },
        ),
        migrations.CreateModel(
            name='ApiKey',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=40, verbose_name='name')),
                ('scope', models.CharField(choices=[('read', 'read'), ('play', 'play'), ('organise', 'organise')], max_length=8, verbose_name='scope')),
                ('digest', models.CharField(editable=False, max_length=64, unique=True, verbose_name='fingerprint')),
                ('ending', models.CharField(max_length=4, verbose_name='ends in')),
                ('created_at', models.DateTimeField(verbose_name='created')),
                ('expires_at', models.DateTimeField(verbose_name='expires')),
                ('last_used_at', models.DateTimeField(blank=True, null=True, verbose_name='last used')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='api_keys', to=settings.AUTH_USER_MODEL, verbose_name='login')),
            ],
            options={
                'verbose_name': 'API key',
                'verbose_name_plural': 'API keys',
                'ordering': ['-created_at', '-pk'],
            },
        ),
        migrations.CreateModel(
            name='Player',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('person', 'person'), ('guest', 'guest'), ('bot', 'bot')], default='person', max_length=6, verbose_name='kind')),
                ('name', models.CharField(max_length=30, validators=[accounts.models.player.validate_name], verbose_name='name')),
                ('name_key', models.CharField(editable=False, max_length=90, verbose_name='name without case')),
                ('likeness', models.CharField(editable=False, max_length=90, verbose_name='name for lookalike checks')),
                ('about', models.CharField(blank=True, max_length=500, verbose_name='about me')),
                ('language', models.CharField(choices=[('de', 'Deutsch'), ('en', 'English'), ('fr', 'Français'), ('it', 'Italiano')], default='en', max_length=2, verbose_name='language')),
                ('time_zone', models.CharField(default='Europe/Berlin', max_length=64, validators=[accounts.models.player.validate_zone], verbose_name='time zone')),
                ('quiet_from', models.TimeField(blank=True, null=True, verbose_name='quiet hours from')),
                ('quiet_to', models.TimeField(blank=True, null=True, verbose_name='quiet hours to')),
                ('rest_days', models.JSONField(blank=True, default=list, help_text='0 = Monday … 6 = Sunday; at most two', verbose_name='days off')),
                ('country', models.CharField(blank=True, help_text='whose public holidays count', max_length=2, verbose_name='country')),
                ('region', models.CharField(blank=True, max_length=10, verbose_name='region')),
                ('leave_until', models.DateField(blank=True, help_text='the last day of any leave ever booked; later turns need not look for leave', null=True, verbose_name='leave until')),
                ('dismissed_hints', models.JSONField(blank=True, default=list, verbose_name='dismissed hints')),
                ('board_look', models.JSONField(blank=True, default=list, verbose_name='look of boards')),
                ('created_at', models.DateTimeField(verbose_name='created')),
                ('unreached_since', models.DateTimeField(blank=True, help_text='first failure since their last visit', null=True, verbose_name='not reached by e-mail since')),
                ('here_at', models.DateTimeField(blank=True, help_text='to within five minutes', null=True, verbose_name='last here')),
                ('closed_at', models.DateTimeField(blank=True, null=True, verbose_name='closed')),
                ('user', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='player', to=settings.AUTH_USER_MODEL, verbose_name='login')),
                ('challenged_by', models.CharField(choices=[('everybody', 'everybody'), ('friends', 'players I follow'), ('nobody', 'no one')], default='everybody', max_length=9, verbose_name='may be challenged by')),
                ('links', models.JSONField(blank=True, default=list, verbose_name='links')),
                ('shown_to', models.CharField(choices=[('everybody', 'everybody'), ('members', 'people who are logged in'), ('friends', 'players I follow')], default='everybody', max_length=9, verbose_name='profile visible to')),
                ('shows_country', models.BooleanField(default=False, verbose_name='shows their country')),
                ('speaks', models.JSONField(blank=True, default=list, verbose_name='languages spoken')),
                ('welcome_due', models.BooleanField(default=False, help_text='asked after the first login', verbose_name='first steps pending')),
                ('welcome_goal', models.CharField(blank=True, default='', max_length=1000, verbose_name='where the first steps lead')),
            ],
            options={
                'indexes': [models.Index(fields=['name_key'], name='player_name_begins', opclasses=['varchar_pattern_ops']), models.Index(fields=['likeness'], name='player_likeness')],
                'constraints': [models.UniqueConstraint(fields=('name_key',), name='player_name_once'), models.CheckConstraint(condition=models.Q(models.Q(('quiet_from', None), ('quiet_to', None)), models.Q(('quiet_from__isnull', False), ('quiet_to__isnull', False)), _connector='OR'), name='player_quiet_hours_both')],
            },
        ),
        migrations.CreateModel(
            name='Leave',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('first_day', models.DateField(verbose_name='first day')),
                ('last_day', models.DateField(verbose_name='last day')),
                ('booked_at', models.DateTimeField(verbose_name='booked')),
                ('cancelled_at', models.DateTimeField(blank=True, null=True, verbose_name='cancelled')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='leaves', to='accounts.player')),
            ],
            options={
                'ordering': ['first_day'],
                'constraints': [models.CheckConstraint(condition=models.Q(('last_day__gte', models.F('first_day'))), name='leave_days_in_order')],
            },
        ),
        migrations.CreateModel(
            name='Suspension',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('until', models.DateTimeField(verbose_name='until')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='suspensions', to='accounts.player')),
            ],
            options={
                'verbose_name': 'suspension',
                'verbose_name_plural': 'suspensions',
                'ordering': ['player_id', '-until'],
            },
        ),
        migrations.CreateModel(
            name='Visit',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('day', models.DateField(verbose_name='day')),
                ('address', models.CharField(blank=True, max_length=16, verbose_name='address mark')),
                ('network', models.CharField(blank=True, max_length=16, verbose_name='network mark')),
                ('device', models.CharField(blank=True, max_length=16, verbose_name='device mark')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='visits', to='accounts.player')),
            ],
            options={
                'verbose_name': 'visit',
                'verbose_name_plural': 'visits',
                'indexes': [models.Index(condition=models.Q(('device', ''), _negated=True), fields=['device'], name='visit_device'), models.Index(condition=models.Q(('address', ''), _negated=True), fields=['address'], name='visit_address')],
                'constraints': [models.UniqueConstraint(fields=('player', 'day', 'address', 'device'), name='visit_once_a_day')],
            },
        ),
        migrations.CreateModel(
            name='LoginSession',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('browser', models.CharField(blank=True, max_length=40, verbose_name='browser')),
                ('system', models.CharField(blank=True, max_length=40, verbose_name='operating system')),
                ('started_at', models.DateTimeField(verbose_name='logged in')),
                ('used_on', models.DateField(verbose_name='last used')),
                ('session', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='sessions.session')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='login_sessions', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'login session',
                'verbose_name_plural': 'login sessions',
                'ordering': ['-used_on', '-started_at', '-pk'],
            },
        ),
        migrations.CreateModel(
            name='Block',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('created_at', models.DateTimeField(verbose_name='created')),
                ('other', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='accounts.player')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='%(class)ss', to='accounts.player')),
            ],
            options={
                'verbose_name': 'blocked player',
                'verbose_name_plural': 'blocked players',
                'ordering': ['other__name_key'],
                'constraints': [models.UniqueConstraint(fields=('player', 'other'), name='block_once'), models.CheckConstraint(condition=models.Q(('player', models.F('other')), _negated=True), name='block_another')],
            },
        ),
        migrations.CreateModel(
            name='Follow',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('created_at', models.DateTimeField(verbose_name='created')),
                ('other', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='accounts.player')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='%(class)ss', to='accounts.player')),
            ],
            options={
                'verbose_name': 'player followed',
                'verbose_name_plural': 'players followed',
                'ordering': ['other__name_key'],
                'constraints': [models.UniqueConstraint(fields=('player', 'other'), name='follow_once'), models.CheckConstraint(condition=models.Q(('player', models.F('other')), _negated=True), name='follow_another')],
            },
        ),
        migrations.RunPython(make_groups, migrations.RunPython.noop),
    ]
