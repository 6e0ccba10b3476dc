import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('accounts', '0001_initial'),
        ('games', '0001_initial'),
        ('tournaments', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='ChainHead',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(default=0, verbose_name='number')),
                ('digest', models.CharField(default='0000000000000000000000000000000000000000000000000000000000000000', max_length=64, verbose_name='digest')),
            ],
        ),
        migrations.CreateModel(
            name='Case',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('win_on_time', 'win on time'), ('no_show', "opponent is not playing"), ('little_effort', "not trying to win"), ('tie', 'draw'), ('rules', 'dispute about the rules'), ('conduct', 'conduct'), ('multi_account', 'one person, several accounts'), ('bounce', "e-mails do not arrive"), ('round_end', "match unfinished at the end of the round"), ('other', 'something else')], max_length=13, verbose_name='kind')),
                ('own_motion', models.BooleanField(default=False, verbose_name="opened by a referee")),
                ('claim', models.CharField(blank=True, choices=[('win', 'I claim the win.'), ('tie', 'I claim a draw.'), ('time', 'I ask for more time to finish.')], default='', max_length=4, verbose_name='claim')),
                ('text', models.TextField(max_length=2000, verbose_name='text')),
                ('state', models.CharField(choices=[('open', 'open'), ('assigned', 'with a referee'), ('answered', 'answered by the other side'), ('decided', 'decided'), ('appealed', 'under appeal'), ('closed', 'closed')], default='open', max_length=8, verbose_name='state')),
                ('opened_at', models.DateTimeField(verbose_name='opened')),
                ('due_at', models.DateTimeField(blank=True, null=True, verbose_name='due')),
                ('decided_at', models.DateTimeField(blank=True, null=True, verbose_name='decided')),
                ('closed_at', models.DateTimeField(blank=True, null=True, verbose_name='closed')),
                ('about', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='cases_about', to='accounts.player', verbose_name='about')),
                ('assignee', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='cases_assigned', to='accounts.player', verbose_name='assigned to')),
                ('fixture', models.OneToOneField(blank=True, help_text="the fixture it claims, as long as the claim is open", null=True, on_delete=django.db.models.deletion.PROTECT, related_name='case', to='tournaments.fixture')),
                ('match', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='cases', to='games.match')),
                ('opened_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='cases_opened', to='accounts.player')),
                ('tournament', models.ForeignKey(blank=True, help_text="the tournament it belongs to; empty outside of tournaments", null=True, on_delete=django.db.models.deletion.PROTECT, related_name='cases', to='tournaments.tournament', verbose_name='event')),
            ],
            options={
                'verbose_name': 'case',
                'verbose_name_plural': 'cases',
                'ordering': ['-pk'],
                'indexes': [
                    models.Index(condition=models.Q(('due_at', None), _negated=True), fields=['due_at'], name='case_due'),
                ],
                'constraints': [
                    models.CheckConstraint(condition=models.Q(models.Q(('closed_at__isnull', False), ('due_at', None), ('state', 'closed')), models.Q(models.Q(('state', 'closed'), _negated=True), ('closed_at', None), ('due_at__isnull', False)), _connector='OR'), name='case_closed_or_due'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Ruling',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(unique=True, verbose_name='number')),
                ('previous', models.CharField(max_length=64, unique=True, verbose_name="digest of the previous line")),
                ('digest', models.CharField(max_length=64, unique=True, verbose_name='digest')),
                ('at', models.DateTimeField(verbose_name='at')),
                ('signed_at', models.DateTimeField(verbose_name='signed')),
                ('act', models.CharField(max_length=20, verbose_name='act')),
                ('params', models.JSONField(default=dict, verbose_name="details")),
                ("paragraph", models.CharField(max_length=80, verbose_name="paragraph")),
                ('reason', models.TextField(max_length=2000, verbose_name='reason')),
                ('effects', models.JSONField(default=dict, verbose_name='effects')),
                ('appeal_of', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='appeals', to='referees.ruling')),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rulings_made', to='accounts.player')),
                ('case', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rulings', to='referees.case')),
                ('match', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='rulings', to='games.match')),
                ('player', models.ForeignKey(blank=True, help_text='player who is warned or suspended', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='rulings', to='accounts.player')),
                ('undoes', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='undone_by', to='referees.ruling')),
            ],
            options={
                'verbose_name': 'ruling',
                'verbose_name_plural': 'rulings',
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='CaseLine',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('event', models.CharField(choices=[('opened', 'opened'), ('assigned', 'taken on'), ('asked', 'asked for a statement'), ('said', 'statement'), ('note', "note for referees"), ('told', "notified of the ruling"), ('ruled', 'ruling'), ('appealed', 'appeal'), ('withdrawn', 'withdrawn'), ('closed', 'closed'), ('settled', "settled because the match ended"), ('viewed', 'private data viewed'), ('returned', 'back in the queue'), ('jury', 'asked to join the jury'), ('voted', 'vote'), ('unseated', 'no longer on the jury'), ('dissolved', 'jury dissolved')], max_length=9, verbose_name='event')),
                ('at', models.DateTimeField(verbose_name='at')),
                ('text', models.TextField(blank=True, max_length=2000, verbose_name='text')),
                ('by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounts.player')),
                ('case', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='lines', to='referees.case')),
                ('to', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounts.player')),
                ('ruling', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='referees.ruling')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Juror',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('asked_at', models.DateTimeField(verbose_name='asked')),
                ('answer_by', models.DateTimeField(blank=True, null=True, verbose_name='vote due')),
                ('left_at', models.DateTimeField(blank=True, null=True, verbose_name='replaced')),
                ('vote', models.CharField(blank=True, choices=[('stands', 'the ruling stands'), ('falls', 'the ruling must be changed')], default='', max_length=6, verbose_name='vote')),
                ('reason', models.TextField(blank=True, max_length=2000, verbose_name='reason')),
                ('voted_at', models.DateTimeField(blank=True, null=True, verbose_name='voted')),
                ('case', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='jurors', to='referees.case')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='jury_seats', to='accounts.player')),
            ],
            options={
                'verbose_name': 'juror',
                'verbose_name_plural': 'jurors',
                'ordering': ['pk'],
                'indexes': [models.Index(condition=models.Q(('answer_by', None), _negated=True), fields=['answer_by'], name='juror_due')],
                'constraints': [models.UniqueConstraint(fields=('case', 'player'), name='juror_once'), models.CheckConstraint(condition=models.Q(models.Q(('vote', ''), ('voted_at', None)), models.Q(models.Q(('vote', ''), _negated=True), ('voted_at__isnull', False)), _connector='OR'), name='juror_vote_has_instant')],
            },
        ),
    ]
