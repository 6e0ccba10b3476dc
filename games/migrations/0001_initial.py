import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('accounts', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='DailyPuzzle',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('day', models.DateField(help_text='in UTC', unique=True, verbose_name='day')),
                ('seed', models.CharField(max_length=64, verbose_name='seed of the random draws')),
                ('jumps', models.PositiveSmallIntegerField(verbose_name='jumps')),
                ('start', models.CharField(max_length=100, verbose_name='pegs')),
                ('committed_at', models.DateTimeField(verbose_name='digest published')),
            ],
            options={
                'verbose_name': 'puzzle of the day',
                'verbose_name_plural': 'puzzles of the day',
                'ordering': ['day'],
            },
        ),
        migrations.CreateModel(
            name='Heartbeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(verbose_name='last sign of life')),
            ],
        ),
        migrations.CreateModel(
            name='Match',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ruleset', models.CharField(max_length=40, verbose_name='ruleset')),
                ('ruleset_version', models.PositiveSmallIntegerField(verbose_name='ruleset version')),
                ('options', models.JSONField(default=dict, verbose_name='options')),
                ('rated', models.BooleanField(verbose_name='rated')),
                ('pool', models.CharField(blank=True, max_length=40, verbose_name='rating pool')),
                ('private', models.BooleanField(default=False, verbose_name='private')),
                ('control', models.JSONField(verbose_name='time control')),
                ('status', models.CharField(choices=[('running', 'running'), ('finished', 'finished'), ('annulled', 'annulled')], default='running', max_length=8, verbose_name='status')),
                ('ending', models.CharField(blank=True, max_length=40, verbose_name='ending')),
                ('state', models.JSONField(help_text='a cache; the ply ledger is the truth', verbose_name='state')),
                ('ply_count', models.PositiveIntegerField(default=0, verbose_name='plies')),
                ('turn', models.PositiveIntegerField(default=1, verbose_name='turn')),
                ('lots_seed', models.CharField(max_length=64, verbose_name='seed of the random draws')),
                ('lots_drawn', models.PositiveIntegerField(default=0, verbose_name='random draws so far')),
                ('start_lot', models.JSONField(blank=True, null=True, verbose_name='random draw for the start')),
                ('caretaker', models.CharField(blank=True, help_text='strategy that plays for the absent', max_length=40, verbose_name='caretaker')),
                ('has_pauses', models.BooleanField(default=False, verbose_name='was paused')),
                ('has_cases', models.BooleanField(default=False, verbose_name='a referee was called')),
                ('started_at', models.DateTimeField(verbose_name='started')),
                ('finished_at', models.DateTimeField(blank=True, null=True, verbose_name='finished')),
                ('event', models.JSONField(blank=True, help_text='what it belongs to: name, address and round; empty for a match of its own', null=True, verbose_name='event')),
                ('judges', models.ManyToManyField(blank=True, help_text='who has judged here, and so never takes a seat', related_name='+', to='accounts.player', verbose_name='judges')),
                ('rematch_of', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='rematches', to='games.match')),
            ],
            options={
                'verbose_name': 'match',
                'verbose_name_plural': 'matches',
            },
        ),
        migrations.CreateModel(
            name='Intervention',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(help_text='that of the ruling that ordered it', unique=True, verbose_name='number')),
                ('at', models.DateTimeField(verbose_name='at')),
                ('effects', models.JSONField(default=dict, verbose_name='effects')),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='interventions', to='games.match')),
            ],
            options={
                'verbose_name': 'intervention',
                'verbose_name_plural': 'interventions',
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='DailyAttempt',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('finished_at', models.DateTimeField(blank=True, null=True, verbose_name='finished')),
                ('points', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='points')),
                ('sweeps', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='sweeps')),
                ('counts', models.BooleanField(default=False, verbose_name='counts')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounts.player')),
                ('puzzle', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='attempts', to='games.dailypuzzle')),
                ('match', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='daily_attempt', to='games.match')),
            ],
            options={
                'verbose_name': 'attempt at a puzzle of the day',
                'verbose_name_plural': 'attempts at puzzles of the day',
            },
        ),
        migrations.CreateModel(
            name='ClockCharge',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField(verbose_name='seat')),
                ('turn', models.PositiveIntegerField(verbose_name='turn')),
                ('since', models.DateTimeField(verbose_name='from')),
                ('until', models.DateTimeField(verbose_name='to')),
                ('charged', models.PositiveIntegerField(verbose_name='charged seconds')),
                ('flagged', models.BooleanField(default=False, verbose_name='time ran out')),
                ('before', models.JSONField(verbose_name='budget before')),
                ('after', models.JSONField(verbose_name='budget after')),
                ('stops', models.JSONField(verbose_name='stops as they stood')),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='charges', to='games.match')),
            ],
            options={
                'ordering': ['match_id', 'turn', 'seat'],
            },
        ),
        migrations.CreateModel(
            name='ChatLine',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(verbose_name='at')),
                ('text', models.CharField(max_length=500, verbose_name='text')),
                ('only_seats', models.JSONField(blank=True, null=True, verbose_name='only for these seats')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounts.player')),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='chat', to='games.match')),
            ],
            options={
                'ordering': ['at', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='Challenge',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seats', models.PositiveSmallIntegerField(default=2, verbose_name='seats')),
                ('named', models.BooleanField(default=False, help_text='its places say whom', verbose_name='names several players')),
                ('token', models.CharField(blank=True, max_length=43, null=True, unique=True, verbose_name='link token')),
                ('ruleset', models.CharField(max_length=40, verbose_name='ruleset')),
                ('options', models.JSONField(default=dict, verbose_name='options')),
                ('starter', models.CharField(choices=[('lots', 'random'), ('challenger', 'the challenger'), ('opponent', 'the opponent'), ('agreed', 'in the agreed order')], max_length=10, verbose_name='who starts')),
                ('rated', models.BooleanField(verbose_name='rated')),
                ('control', models.JSONField(verbose_name='time control')),
                ('private', models.BooleanField(default=False, verbose_name='private')),
                ('greeting', models.CharField(blank=True, max_length=200, verbose_name='greeting')),
                ('state', models.CharField(choices=[('open', 'open'), ('accepted', 'accepted'), ('declined', 'declined'), ('withdrawn', 'withdrawn'), ('expired', 'expired')], default='open', max_length=9, verbose_name='state')),
                ('created_at', models.DateTimeField(verbose_name='created')),
                ('expires_at', models.DateTimeField(verbose_name='expires')),
                ('closed_at', models.DateTimeField(blank=True, null=True, verbose_name='closed')),
                ('challenger', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='challenges_sent', to='accounts.player')),
                ('opponent', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='challenges_received', to='accounts.player')),
                ('match', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='challenge', to='games.match')),
                ('rematch_of', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='rematch_challenges', to='games.match')),
            ],
            options={
                'ordering': ['-created_at'],
            },
        ),
        migrations.CreateModel(
            name='Order',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField(verbose_name='seat')),
                ('kind', models.CharField(choices=[('conditional', 'if … then …'), ('draft', 'order of colours for the draft'), ('standing', 'standing order for dice')], max_length=11, verbose_name='kind')),
                ('text', models.CharField(help_text='as normalised', max_length=400, verbose_name='order')),
                ('after', models.PositiveIntegerField(verbose_name='waits after ply')),
                ('expects', models.JSONField(blank=True, default=list, verbose_name='plies that must follow')),
                ('answer', models.JSONField(blank=True, default=list, verbose_name='own plies')),
                ('created_at', models.DateTimeField(verbose_name='created')),
                ('state', models.CharField(choices=[('open', 'waiting'), ('executed', 'carried out'), ('replaced', 'replaced'), ('withdrawn', 'withdrawn'), ('lapsed', 'lapsed')], default='open', max_length=9, verbose_name='state')),
                ('closed_at', models.DateTimeField(blank=True, null=True, verbose_name='closed')),
                ('closed_ply', models.PositiveIntegerField(blank=True, null=True, verbose_name='closed at ply')),
                ('reason', models.CharField(blank=True, max_length=40, verbose_name='reason')),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='orders', to='games.match')),
            ],
            options={
                'verbose_name': 'order',
                'verbose_name_plural': 'orders',
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Outage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('since', models.DateTimeField(verbose_name='from')),
                ('until', models.DateTimeField(verbose_name='until')),
                ('source', models.CharField(choices=[('heartbeat', 'the scheduler was silent'), ('operator', 'entered by an operator')], max_length=9, verbose_name='source')),
                ('note', models.CharField(blank=True, help_text='shown on the status page', max_length=200, verbose_name='reason')),
                ('noted_at', models.DateTimeField(verbose_name='noted')),
                ('checked_to', models.PositiveBigIntegerField(default=0, editable=False, verbose_name='matches checked up to')),
                ('settled_at', models.DateTimeField(blank=True, null=True, verbose_name='all deadlines moved')),
                ('entered_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='accounts.player', verbose_name='entered by')),
            ],
            options={
                'verbose_name': 'outage',
                'verbose_name_plural': 'outages',
                'ordering': ['-since', '-pk'],
            },
        ),
        migrations.CreateModel(
            name='Pause',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.CharField(choices=[('agreed', 'agreed by the players'), ('referee', 'ordered by a referee'), ('outage', 'the server was down'), ('mail', 'the e-mail about the turn did not arrive')], max_length=8, verbose_name='reason')),
                ('proposed_at', models.DateTimeField(verbose_name='proposed')),
                ('since', models.DateTimeField(blank=True, null=True, verbose_name='from')),
                ('until', models.DateTimeField(blank=True, null=True, verbose_name='until')),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pauses', to='games.match')),
                ('player', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounts.player', verbose_name='whose clock alone')),
                ('proposed_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounts.player')),
            ],
            options={
                'ordering': ['proposed_at'],
            },
        ),
        migrations.CreateModel(
            name='Place',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(verbose_name='place')),
                ('joined_at', models.DateTimeField(blank=True, null=True, verbose_name='joined')),
                ('challenge', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='places', to='games.challenge')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='places', to='accounts.player')),
            ],
            options={
                'verbose_name': 'place',
                'verbose_name_plural': 'places',
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='PlayPreference',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('auto_move', models.BooleanField(default=True, help_text='never one that loses the game immediately', verbose_name='play a forced move automatically')),
                ('auto_draft', models.CharField(blank=True, max_length=3, verbose_name='order of colours for the draft')),
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='play_preference', to='accounts.player')),
            ],
        ),
        migrations.CreateModel(
            name='Ply',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(verbose_name='number')),
                ('turn', models.PositiveIntegerField(verbose_name='turn')),
                ('seat', models.SmallIntegerField(verbose_name='seat')),
                ('text', models.CharField(max_length=1600, verbose_name='move')),
                ('at', models.DateTimeField(verbose_name='at')),
                ('source', models.CharField(choices=[('page', 'page'), ('link', 'link in an e-mail'), ('mail', 'reply by e-mail'), ('api', 'API'), ('bot', 'bot'), ('server', 'server'), ('order', 'order given beforehand'), ('clock', 'time ran out'), ('caretaker', 'caretaker'), ('referee', 'referee')], max_length=9, verbose_name='received by')),
                ('proof', models.JSONField(blank=True, null=True, verbose_name='proof of the random draw')),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='plies', to='games.match')),
            ],
            options={
                'verbose_name': 'ply',
                'verbose_name_plural': 'plies',
                'ordering': ['match_id', 'number'],
            },
        ),
        migrations.CreateModel(
            name='Rating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('pool', models.CharField(max_length=40, verbose_name='pool')),
                ('value', models.IntegerField(verbose_name='rating in hundredths')),
                ('games', models.PositiveIntegerField(default=0, verbose_name='rated matches')),
                ('entries', models.PositiveIntegerField(default=0, verbose_name='lines in the ledger')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='ratings', to='accounts.player')),
            ],
        ),
        migrations.CreateModel(
            name='RatingEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('pool', models.CharField(max_length=40, verbose_name='pool')),
                ('number', models.PositiveIntegerField(help_text="counts a player's entries in a pool from 1", verbose_name='number')),
                ('at', models.DateTimeField(verbose_name='at')),
                ('games_before', models.PositiveIntegerField(verbose_name='rated matches before')),
                ('before', models.IntegerField(verbose_name='before')),
                ('after', models.IntegerField(verbose_name='after')),
                ('turn', models.PositiveIntegerField(default=0, verbose_name='rated at turn')),
                ('rank', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='rank')),
                ('side', models.PositiveSmallIntegerField(default=0, verbose_name='side')),
                ('counts', models.SmallIntegerField(default=1, verbose_name='rated matches it adds')),
                ('intervention', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='games.intervention')),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rating_entries', to='games.match')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rating_entries', to='accounts.player')),
            ],
            options={
                'verbose_name_plural': 'rating entries',
                'ordering': ['player_id', 'pool', 'number'],
            },
        ),
        migrations.CreateModel(
            name='ReservedPuzzle',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('event', models.CharField(max_length=80, verbose_name='event')),
                ('start', models.CharField(max_length=100, verbose_name='pegs')),
            ],
            options={
                'verbose_name': 'reserved puzzle',
                'verbose_name_plural': 'reserved puzzles',
                'constraints': [models.UniqueConstraint(fields=('start', 'event'), name='puzzle_reserved_once')],
            },
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(verbose_name='seat')),
                ('generation', models.PositiveIntegerField(default=0, help_text='raised by whatever ends the signed links made for this seat', verbose_name='generation')),
                ('talk_from', models.PositiveBigIntegerField(default=0, help_text='the last line said before its player sat down', verbose_name="reads partners' talk after")),
                ('budget', models.JSONField(verbose_name='time budget')),
                ('moved', models.BooleanField(default=False, verbose_name='has moved')),
                ('last_ply', models.PositiveIntegerField(default=0, verbose_name='own last ply')),
                ('awaited_since', models.DateTimeField(blank=True, null=True, verbose_name='awaited since')),
                ('deadline_at', models.DateTimeField(blank=True, null=True, verbose_name='deadline')),
                ('remind_at', models.DateTimeField(blank=True, null=True, verbose_name='next reminder')),
                ('woken_turn', models.PositiveIntegerField(default=0, verbose_name='turn that awaits it')),
                ('schedule', models.JSONField(blank=True, help_text='zone, quiet hours and days off as they were when the turn began', null=True, verbose_name='schedule of the turn')),
                ('flagged_at', models.DateTimeField(blank=True, null=True, verbose_name='time ran out')),
                ('skips', models.PositiveSmallIntegerField(default=0, verbose_name='time-outs in a row')),
                ('cared_since', models.DateTimeField(blank=True, null=True, verbose_name='played by the caretaker since')),
                ('offered_until', models.DateTimeField(blank=True, null=True, verbose_name='offered to others until')),
                ('left_by', models.CharField(blank=True, choices=[('resigned', 'resigned'), ('timeout', 'out of time'), ('closed', 'account closed')], max_length=8, verbose_name='left')),
                ('tie_offered_at_ply', models.PositiveIntegerField(blank=True, null=True, verbose_name='draw offered at ply')),
                ('seen_ply', models.PositiveIntegerField(default=0, verbose_name='last ply seen')),
                ('seen_at', models.DateTimeField(blank=True, null=True, verbose_name='position opened')),
                ('notes', models.TextField(blank=True, max_length=5000, verbose_name='private notes')),
                ('has_orders', models.BooleanField(default=False, help_text='some are waiting, or their result has not been shown yet', verbose_name='has orders')),
                ('rank', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='rank')),
                ('points', models.IntegerField(blank=True, null=True, verbose_name='points')),
                ('finished_at', models.DateTimeField(blank=True, help_text='as its match says', null=True, verbose_name='match finished')),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='games.match')),
                ('original', models.ForeignKey(blank=True, help_text='played here before a substitute; the result counts for them', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='seats_given_up', to='accounts.player')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='accounts.player')),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='SeatChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(verbose_name='seat')),
                ('generation', models.PositiveIntegerField(verbose_name='generation')),
                ('why', models.CharField(choices=[('substituted', 'a substitute took the seat'), ('returned', 'the owner came back'), ('handed_back', 'the substitute gave the seat up'), ('replaced', 'replaced by a ruling'), ('reinstated', 'the ruling was taken back')], max_length=11, verbose_name='why')),
                ('ply', models.PositiveIntegerField(verbose_name='after ply')),
                ('at', models.DateTimeField(verbose_name='at')),
                ('talk_from', models.PositiveBigIntegerField(default=0, verbose_name='the player before read talk after')),
                ('notes', models.TextField(blank=True, editable=False, max_length=5000, verbose_name='notes kept for the player before')),
                ('after', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounts.player')),
                ('before', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounts.player')),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seat_changes', to='games.match')),
            ],
            options={
                'verbose_name': 'change of a seat',
                'verbose_name_plural': 'changes of seats',
                'ordering': ['match_id', 'number', 'generation'],
            },
        ),
        migrations.CreateModel(
            name='Bot',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('strategy', models.CharField(max_length=40, verbose_name='strategy')),
                ('rulesets', models.JSONField(default=list, verbose_name='rulesets it plays')),
                ('timetable', models.CharField(help_text="minute hour day month weekday, in the bot's own time zone", max_length=60, verbose_name='timetable')),
                ('max_matches', models.PositiveSmallIntegerField(default=20, verbose_name='running matches at most')),
                ('accepts_challenges', models.BooleanField(default=True, verbose_name='accepts challenges')),
                ('seeks', models.JSONField(blank=True, default=list, help_text='a list of terms', verbose_name='open challenges it keeps')),
                ('active', models.BooleanField(default=True, verbose_name='active')),
                ('next_run_at', models.DateTimeField(blank=True, null=True, verbose_name='next run')),
                ('last_run_at', models.DateTimeField(blank=True, null=True, verbose_name='last run')),
                ('last_error', models.TextField(blank=True, verbose_name='last error')),
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='bot', to='accounts.player')),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('active', True)), fields=['next_run_at'], name='bot_due')],
            },
        ),
        migrations.CreateModel(
            name='EventStake',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('event', models.CharField(max_length=80, verbose_name='event')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='accounts.player')),
            ],
            options={
                'verbose_name': 'stake in an event',
                'verbose_name_plural': 'stakes in events',
                'constraints': [models.UniqueConstraint(fields=('event', 'player'), name='event_stake_once')],
            },
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(condition=models.Q(('status', 'running')), fields=['-started_at'], name='match_running'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(condition=models.Q(('finished_at', None), _negated=True), fields=['-finished_at'], name='match_finished'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('finished_at', None), ('status', 'running')), models.Q(models.Q(('status', 'running'), _negated=True), ('finished_at__isnull', False)), _connector='OR'), name='match_end_has_instant'),
        ),
        migrations.AddConstraint(
            model_name='dailyattempt',
            constraint=models.UniqueConstraint(condition=models.Q(('counts', True)), fields=('puzzle', 'player'), name='daily_counts_once'),
        ),
        migrations.AddConstraint(
            model_name='dailyattempt',
            constraint=models.UniqueConstraint(condition=models.Q(('finished_at', None)), fields=('puzzle', 'player'), name='daily_one_at_a_time'),
        ),
        migrations.AddConstraint(
            model_name='clockcharge',
            constraint=models.UniqueConstraint(fields=('match', 'turn', 'seat'), name='charge_once'),
        ),
        migrations.AddIndex(
            model_name='challenge',
            index=models.Index(condition=models.Q(('state', 'open')), fields=['expires_at'], name='challenge_expiry'),
        ),
        migrations.AddConstraint(
            model_name='challenge',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', 'accepted'), ('match__isnull', False)), models.Q(models.Q(('state', 'accepted'), _negated=True), ('match', None)), _connector='OR'), name='challenge_accepted_has_match'),
        ),
        migrations.AddConstraint(
            model_name='challenge',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'open')), fields=('rematch_of',), name='one_open_rematch'),
        ),
        migrations.AddIndex(
            model_name='order',
            index=models.Index(condition=models.Q(('state', 'open')), fields=['match'], name='order_open'),
        ),
        migrations.AddConstraint(
            model_name='order',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('closed_at', None), ('state', 'open')), models.Q(models.Q(('state', 'open'), _negated=True), ('closed_at__isnull', False)), _connector='OR'), name='order_closed_has_instant'),
        ),
        migrations.AddIndex(
            model_name='outage',
            index=models.Index(fields=['-until'], name='outage_until'),
        ),
        migrations.AddIndex(
            model_name='outage',
            index=models.Index(condition=models.Q(('settled_at', None)), fields=['id'], name='outage_unsettled'),
        ),
        migrations.AddConstraint(
            model_name='outage',
            constraint=models.CheckConstraint(condition=models.Q(('until__gt', models.F('since'))), name='outage_runs_forward'),
        ),
        migrations.AddConstraint(
            model_name='outage',
            constraint=models.UniqueConstraint(condition=models.Q(('source', 'heartbeat')), fields=('since',), name='silence_noted_once'),
        ),
        migrations.AddConstraint(
            model_name='pause',
            constraint=models.CheckConstraint(condition=models.Q(('since', None), ('until', None), ('until__gt', models.F('since')), _connector='OR'), name='pause_runs_forward'),
        ),
        migrations.AddConstraint(
            model_name='place',
            constraint=models.UniqueConstraint(fields=('challenge', 'number'), name='place_number_once'),
        ),
        migrations.AddConstraint(
            model_name='place',
            constraint=models.UniqueConstraint(fields=('challenge', 'player'), name='place_player_once'),
        ),
        migrations.AddConstraint(
            model_name='ply',
            constraint=models.UniqueConstraint(fields=('match', 'number'), name='ply_number_once'),
        ),
        migrations.AddIndex(
            model_name='rating',
            index=models.Index(fields=['pool', '-value'], name='rating_board'),
        ),
        migrations.AddConstraint(
            model_name='rating',
            constraint=models.UniqueConstraint(fields=('player', 'pool'), name='rating_once_a_pool'),
        ),
        migrations.AddIndex(
            model_name='ratingentry',
            index=models.Index(fields=['pool', 'id'], name='entry_in_its_pool'),
        ),
        migrations.AddConstraint(
            model_name='ratingentry',
            constraint=models.UniqueConstraint(fields=('player', 'pool', 'number'), name='entry_number_once'),
        ),
        migrations.AddConstraint(
            model_name='ratingentry',
            constraint=models.UniqueConstraint(condition=models.Q(('intervention', None)), fields=('match', 'player', 'turn'), name='entry_once_an_end'),
        ),
        migrations.AddConstraint(
            model_name='ratingentry',
            constraint=models.UniqueConstraint(fields=('intervention', 'player', 'pool'), name='entry_once_an_intervention'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('finished_at', None)), fields=['player'], name='seat_running'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('finished_at', None), _negated=True), fields=['player', '-finished_at', '-match'], name='seat_finished'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('deadline_at', None), _negated=True), fields=['deadline_at'], name='seat_deadline'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('remind_at', None), _negated=True), fields=['remind_at'], name='seat_remind'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('awaited_since', None), _negated=True), fields=['player', 'awaited_since'], name='seat_awaited'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(models.Q(('cared_since', None), _negated=True), models.Q(('awaited_since', None), _negated=True)), fields=['cared_since'], name='seat_cared'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('offered_until', None), _negated=True), fields=['offered_until'], name='seat_offered'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('match', 'number'), name='seat_number_once'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('match', 'player'), name='seat_player_once'),
        ),
        migrations.AddConstraint(
            model_name='seatchange',
            constraint=models.UniqueConstraint(fields=('match', 'number', 'generation'), name='seat_generation_once'),
        ),
    ]
