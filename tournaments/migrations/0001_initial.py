import django.db.models.deletion
import django.db.models.functions.text
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('accounts', '0001_initial'),
        ('games', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='Division',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(verbose_name='number')),
                ('stage', models.CharField(choices=[('main', 'main stage'), ('playoff', 'play-off')], default='main', max_length=7, verbose_name='stage')),
                ('finished_at', models.DateTimeField(blank=True, null=True, verbose_name='finished')),
                ('unpaired_round', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='round that could not be paired')),
            ],
            options={
                'verbose_name': 'division',
                'verbose_name_plural': 'divisions',
                'ordering': ['stage', 'number'],
            },
        ),
        migrations.CreateModel(
            name='CalendarKey',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('token', models.CharField(max_length=43, unique=True, verbose_name='token')),
                ('made_at', models.DateTimeField(verbose_name='made')),
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='calendar_key', to='accounts.player')),
            ],
            options={
                'verbose_name': 'calendar key',
                'verbose_name_plural': 'calendar keys',
            },
        ),
        migrations.CreateModel(
            name='OutageShift',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(verbose_name='at')),
                ('outage', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='shift', to='games.outage')),
            ],
            options={
                'verbose_name': 'outage that rounds have followed',
                'verbose_name_plural': 'outages that rounds have followed',
            },
        ),
        migrations.CreateModel(
            name='ReportJob',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=43, unique=True, verbose_name='key')),
                ('text', models.TextField(verbose_name='text')),
                ('year', models.PositiveSmallIntegerField(default=0, verbose_name='year of the format')),
                ('asked_at', models.DateTimeField(verbose_name='asked')),
                ('taken_at', models.DateTimeField(null=True, verbose_name='taken')),
                ('attempts', models.PositiveSmallIntegerField(default=0, verbose_name='attempts')),
                ('answer', models.JSONField(null=True, verbose_name='answer')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='report_jobs', to='accounts.player')),
            ],
            options={
                'verbose_name': 'report file',
                'verbose_name_plural': 'report files',
                'ordering': ('asked_at', 'pk'),
            },
        ),
        migrations.CreateModel(
            name='Round',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(verbose_name='number')),
                ('opens_at', models.DateTimeField(verbose_name='opens')),
                ('closes_at', models.DateTimeField(verbose_name='closes')),
                ('published_at', models.DateTimeField(verbose_name='published')),
                ('closed_at', models.DateTimeField(blank=True, null=True, verbose_name='closed')),
                ('warned_at', models.DateTimeField(blank=True, null=True, verbose_name='warned of the end')),
                ('engine', models.CharField(max_length=60, verbose_name='pairing by')),
                ('engine_input', models.TextField(blank=True, verbose_name='input of the pairing')),
                ('note', models.CharField(blank=True, max_length=40, verbose_name='why not by the first engine')),
                ('division', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='tournaments.division')),
            ],
            options={
                'verbose_name': 'round',
                'verbose_name_plural': 'rounds',
                'ordering': ['division_id', 'number'],
            },
        ),
        migrations.CreateModel(
            name='Team',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=40, verbose_name='name')),
                ('key', models.CharField(max_length=43, unique=True, verbose_name='key of the link')),
                ('status', models.CharField(choices=[('entered', 'entered'), ('waiting', 'on the waiting list'), ('withdrawn', 'withdrawn')], default='entered', max_length=9, verbose_name='status')),
                ('number', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='number')),
                ('level', models.PositiveSmallIntegerField(default=0, verbose_name='level')),
                ('rating', models.IntegerField(blank=True, null=True, verbose_name='mean rating at the start')),
                ('final_place', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='final place')),
                ('re_enters', models.BooleanField(default=True, verbose_name='enters the next season, too')),
                ('entered_at', models.DateTimeField(verbose_name='entered')),
                ('withdrawn_at', models.DateTimeField(blank=True, null=True, verbose_name='withdrawn')),
                ('captain', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='captaincies', to='accounts.player')),
                ('division', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='teams', to='tournaments.division')),
            ],
            options={
                'verbose_name': 'team',
                'verbose_name_plural': 'teams',
            },
        ),
        migrations.CreateModel(
            name='Entrant',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('status', models.CharField(choices=[('entered', 'entered'), ('waiting', 'on the waiting list'), ('withdrawn', 'withdrawn')], default='entered', max_length=9, verbose_name='status')),
                ('playoff_seed', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='seed of the play-off')),
                ('number', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='number')),
                ('level', models.PositiveSmallIntegerField(default=0, verbose_name='level')),
                ('rating', models.IntegerField(blank=True, null=True, verbose_name='rating at the start')),
                ('first_round', models.PositiveSmallIntegerField(default=1, verbose_name='plays from round')),
                ('final_place', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='final place')),
                ('re_enters', models.BooleanField(default=True, verbose_name='enters the next season, too')),
                ('team_rank', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='rank in the team')),
                ('led_team', models.BooleanField(default=False, help_text='when leaving it in a running season', verbose_name='led the team')),
                ('entered_at', models.DateTimeField(verbose_name='entered')),
                ('withdrawn_at', models.DateTimeField(blank=True, null=True, verbose_name='withdrawn')),
                ('withdrawn_round', models.PositiveSmallIntegerField(null=True, verbose_name='withdrawn in round')),
                ('division', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='entrants', to='tournaments.division')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='accounts.player')),
                ('playoff', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='qualified', to='tournaments.division')),
                ('team', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='members', to='tournaments.team')),
            ],
            options={
                'verbose_name': 'entrant',
                'verbose_name_plural': 'entrants',
            },
        ),
        migrations.CreateModel(
            name='TeamInvitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('invited_at', models.DateTimeField(verbose_name='invited')),
                ('declined_at', models.DateTimeField(blank=True, null=True, verbose_name='declined')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='team_invitations', to='accounts.player')),
                ('team', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='tournaments.team')),
            ],
        ),
        migrations.CreateModel(
            name='TeamMeeting',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(verbose_name='number')),
                ('away', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='meetings_away', to='tournaments.team')),
                ('home', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='meetings_at_home', to='tournaments.team')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='meetings', to='tournaments.round')),
            ],
            options={
                'verbose_name': 'team meeting',
                'verbose_name_plural': 'team meetings',
                'ordering': ['round_id', 'number'],
            },
        ),
        migrations.CreateModel(
            name='Fixture',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('board', models.PositiveSmallIntegerField(verbose_name='board')),
                ('kind', models.CharField(choices=[('played', 'played'), ('adjudicated', 'adjudicated'), ('forfeit', 'without play'), ('full_bye', 'bye with full points'), ('half_bye', 'bye with half the points'), ('zero_bye', 'absent'), ('paired_bye', 'bye'), ('annulled', 'annulled'), ('withdrawn', 'withdrawn')], default='played', max_length=11, verbose_name='kind')),
                ('settled_at', models.DateTimeField(blank=True, null=True, verbose_name='settled')),
                ('climbed_at', models.DateTimeField(blank=True, help_text='on a ladder: when the result has moved the rungs', null=True, verbose_name='climbed')),
                ('closes_at', models.DateTimeField(blank=True, help_text='where a referee has extended it alone', null=True, verbose_name='own end')),
                ('claims_until', models.DateTimeField(blank=True, null=True, verbose_name='claims until')),
                ('referred_at', models.DateTimeField(blank=True, null=True, verbose_name='before the referees since')),
                ('climbed', models.JSONField(blank=True, help_text='how it moved a ladder, so that a ruling can take that back', null=True, verbose_name='rungs before and after')),
                ('challenger', models.ForeignKey(blank=True, help_text='on a ladder: who wanted the match', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.entrant')),
                ('match', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='fixture', to='games.match')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='fixtures', to='tournaments.round')),
                ('meeting', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='fixtures', to='tournaments.teammeeting')),
            ],
            options={
                'verbose_name': 'fixture',
                'verbose_name_plural': 'fixtures',
                'ordering': ['round_id', 'board'],
            },
        ),
        migrations.CreateModel(
            name='Tournament',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80, verbose_name='name')),
                ('season', models.PositiveSmallIntegerField(default=1, verbose_name='season')),
                ('text', models.TextField(blank=True, max_length=2000, verbose_name='announcement')),
                ('format', models.CharField(choices=[('round_robin', 'round robin'), ('double', 'double round robin'), ('groups', 'groups, then play-off'), ('swiss', 'Swiss system'), ('knockout', 'knock-out'), ('ladder', 'ladder'), ('pods', 'tables of three or four'), ('solitaire', 'solitaire contest'), ('team_match', 'team match'), ('team_league', 'team league')], max_length=12, verbose_name='format')),
                ('ruleset', models.CharField(max_length=40, verbose_name='ruleset')),
                ('options', models.JSONField(default=dict, verbose_name='options')),
                ('seats', models.PositiveSmallIntegerField(default=2, verbose_name='seats at a table')),
                ('control', models.JSONField(verbose_name='time control')),
                ('rated', models.BooleanField(default=True, verbose_name='rated')),
                ('least', models.PositiveSmallIntegerField(default=2, verbose_name='entrants at least')),
                ('most', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='entrants at most')),
                ('running_limit', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='running matches an entrant may have')),
                ('bots_welcome', models.BooleanField(default=False, verbose_name='bots may enter')),
                ('bots_fill', models.BooleanField(default=False, verbose_name='bots fill free places')),
                ('late_entry', models.BooleanField(default=False, verbose_name='late entry')),
                ('starts_at', models.DateTimeField(blank=True, null=True, verbose_name='starts')),
                ('postponed', models.PositiveSmallIntegerField(default=0, verbose_name='times put off')),
                ('starts_when_full', models.BooleanField(default=False, verbose_name='starts when full')),
                ('rounds', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='rounds')),
                ('at_once', models.BooleanField(default=False, verbose_name="all rounds at the same time")),
                ('round_days', models.PositiveSmallIntegerField(default=28, verbose_name='days a round')),
                ('round_dates', models.JSONField(blank=True, default=list, help_text='instants in their order; later rounds last so many days each', verbose_name='first days of rounds')),
                ('division_size', models.PositiveSmallIntegerField(default=0, verbose_name='entrants a division')),
                ('promoted', models.PositiveSmallIntegerField(default=0, verbose_name='promoted')),
                ('qualifiers', models.PositiveSmallIntegerField(default=2, verbose_name='to the play-off from a group')),
                ('through', models.CharField(choices=[('seed', 'the better seed'), ('lots', 'by random draw')], default='seed', max_length=4, verbose_name='who goes through after a tie')),
                ('points', models.JSONField(default=list, verbose_name='points by place')),
                ('tie_breaks', models.JSONField(default=list, verbose_name='tie-breaks')),
                ('forbidden', models.JSONField(default=list, verbose_name='pairs that never meet')),
                ('repeats', models.BooleanField(default=False, verbose_name='the next season starts by itself')),
                ('puzzles', models.JSONField(default=list, help_text='of a solitaire contest: names of patterns, or “fresh” with a number of jumps', verbose_name='puzzles')),
                ('boards', models.PositiveSmallIntegerField(default=0, verbose_name='boards of a team')),
                ('boards_least', models.PositiveSmallIntegerField(default=0, verbose_name='boards a team needs')),
                ('alternates', models.PositiveSmallIntegerField(default=0, verbose_name='alternates')),
                ('twice', models.BooleanField(default=False, verbose_name='teams meet twice')),
                ('status', models.CharField(choices=[('draft', 'draft'), ('open', 'open for entries'), ('running', 'running'), ('finished', 'finished'), ('cancelled', 'called off')], default='draft', max_length=9, verbose_name='status')),
                ('lots_seed', models.CharField(max_length=64, verbose_name='seed of the random draws')),
                ('seed_held', models.BooleanField(default=False, help_text='a ruling has ended it, and that may still be appealed or taken back', verbose_name='seed still secret')),
                ('created_at', models.DateTimeField(verbose_name='created')),
                ('announced_at', models.DateTimeField(blank=True, null=True, verbose_name='announced')),
                ('started_at', models.DateTimeField(blank=True, null=True, verbose_name='started')),
                ('finished_at', models.DateTimeField(blank=True, null=True, verbose_name='finished')),
                ('due_at', models.DateTimeField(blank=True, null=True, verbose_name='due')),
                ('attempts', models.PositiveSmallIntegerField(default=0, help_text='at its next step, in a row, that came to nothing', verbose_name='attempts')),
                ('held_until', models.DateTimeField(blank=True, null=True, verbose_name='next attempt')),
                ('held_since', models.DateTimeField(blank=True, null=True, verbose_name='held up since')),
                ('organiser', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tournaments', to='accounts.player')),
                ('previous', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='following', to='tournaments.tournament')),
            ],
            options={
                'verbose_name': 'tournament',
                'verbose_name_plural': 'tournaments',
            },
        ),
        migrations.AddField(
            model_name='team',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='teams', to='tournaments.tournament'),
        ),
        migrations.CreateModel(
            name='EventReferee',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(verbose_name='at')),
                ('accepted_at', models.DateTimeField(blank=True, null=True, verbose_name='accepted')),
                ('appointed_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounts.player')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='judges_events', to='accounts.player')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='appointments', to='tournaments.tournament')),
            ],
            options={
                'verbose_name': 'referee of an event',
                'verbose_name_plural': 'referees of events',
            },
        ),
        migrations.AddField(
            model_name='entrant',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entrants', to='tournaments.tournament'),
        ),
        migrations.AddField(
            model_name='division',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='divisions', to='tournaments.tournament'),
        ),
        migrations.CreateModel(
            name='Absence',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round', models.PositiveSmallIntegerField(verbose_name='round')),
                ('announced_at', models.DateTimeField(verbose_name='announced')),
                ('entrant', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='absences', to='tournaments.entrant')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('entrant', 'round'), name='absence_once_a_round')],
            },
        ),
        migrations.CreateModel(
            name='FixtureSeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField(verbose_name='seat')),
                ('place', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='place')),
                ('points', models.IntegerField(blank=True, null=True, verbose_name='points over legs')),
                ('sweeps', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='sweeps')),
                ('left_open', models.BooleanField(default=False, help_text='when its entrant withdrew', verbose_name='left unfinished')),
                ('entrant', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='fixture_seats', to='tournaments.entrant')),
                ('fixture', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='tournaments.fixture')),
            ],
            options={
                'ordering': ['fixture_id', 'seat'],
                'constraints': [models.UniqueConstraint(fields=('fixture', 'seat'), name='fixture_seat_once'), models.UniqueConstraint(fields=('fixture', 'entrant'), name='fixture_entrant_once')],
            },
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.UniqueConstraint(fields=('division', 'number'), name='round_number_once'),
        ),
        migrations.AddConstraint(
            model_name='teaminvitation',
            constraint=models.UniqueConstraint(fields=('team', 'player'), name='team_invitation_once'),
        ),
        migrations.AddConstraint(
            model_name='teammeeting',
            constraint=models.UniqueConstraint(fields=('round', 'number'), name='meeting_number_once'),
        ),
        migrations.AddConstraint(
            model_name='teammeeting',
            constraint=models.CheckConstraint(condition=models.Q(('home', models.F('away')), _negated=True), name='meeting_of_two'),
        ),
        migrations.AddIndex(
            model_name='fixture',
            index=models.Index(condition=models.Q(('match', None), ('settled_at', None)), fields=['round'], name='fixture_to_start'),
        ),
        migrations.AddConstraint(
            model_name='fixture',
            constraint=models.UniqueConstraint(fields=('round', 'board'), name='fixture_board_once'),
        ),
        migrations.AddIndex(
            model_name='tournament',
            index=models.Index(condition=models.Q(('due_at', None), _negated=True), fields=['due_at'], name='tournament_due'),
        ),
        migrations.AddIndex(
            model_name='tournament',
            index=models.Index(fields=['-created_at'], name='tournament_created'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('finished_at__isnull', False), ('status__in', ['finished', 'cancelled'])), models.Q(models.Q(('status__in', ['finished', 'cancelled']), _negated=True), ('finished_at', None)), _connector='OR'), name='tournament_end_has_instant'),
        ),
        migrations.AddConstraint(
            model_name='team',
            constraint=models.UniqueConstraint(models.F('tournament'), django.db.models.functions.text.Lower('name'), name='team_name_once'),
        ),
        migrations.AddConstraint(
            model_name='team',
            constraint=models.UniqueConstraint(condition=models.Q(('number', None), _negated=True), fields=('tournament', 'number'), name='team_number_once'),
        ),
        migrations.AddConstraint(
            model_name='team',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('status', 'withdrawn'), ('withdrawn_at__isnull', False)), models.Q(models.Q(('status', 'withdrawn'), _negated=True), ('withdrawn_at', None)), _connector='OR'), name='team_withdrawal_has_instant'),
        ),
        migrations.AddConstraint(
            model_name='eventreferee',
            constraint=models.UniqueConstraint(fields=('tournament', 'player'), name='event_referee_once'),
        ),
        migrations.AddConstraint(
            model_name='entrant',
            constraint=models.UniqueConstraint(fields=('tournament', 'player'), name='entrant_player_once'),
        ),
        migrations.AddConstraint(
            model_name='entrant',
            constraint=models.UniqueConstraint(condition=models.Q(('number', None), _negated=True), fields=('tournament', 'number'), name='entrant_number_once'),
        ),
        migrations.AddConstraint(
            model_name='entrant',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('status', 'withdrawn'), ('withdrawn_at__isnull', False)), models.Q(models.Q(('status', 'withdrawn'), _negated=True), ('withdrawn_at', None)), _connector='OR'), name='entrant_withdrawal_has_instant'),
        ),
        migrations.AddConstraint(
            model_name='division',
            constraint=models.UniqueConstraint(fields=('tournament', 'stage', 'number'), name='division_number_once'),
        ),
    ]
