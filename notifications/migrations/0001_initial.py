import django.core.validators
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('accounts', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='Message',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=200, unique=True, verbose_name='key')),
                ('kind', models.CharField(max_length=30, verbose_name='kind')),
                ('address', models.EmailField(max_length=254, verbose_name='address')),
                ('language', models.CharField(choices=[('de', 'Deutsch'), ('en', 'English'), ('fr', 'Français'), ('it', 'Italiano')], max_length=2, verbose_name='language')),
                ('zone', models.CharField(max_length=64, verbose_name='time zone')),
                ('context', models.JSONField(default=dict, verbose_name='context')),
                ('thread', models.CharField(blank=True, max_length=80, verbose_name='thread')),
                ('message_id', models.CharField(max_length=200, unique=True, verbose_name='Message-ID')),
                ('state', models.CharField(choices=[('queued', 'waiting'), ('sent', 'sent'), ('merged', 'in a digest'), ('withdrawn', 'withdrawn'), ('failed', 'failed')], default='queued', max_length=9, verbose_name='state')),
                ('created_at', models.DateTimeField(verbose_name='written')),
                ('due_at', models.DateTimeField(verbose_name='due')),
                ('first_due_at', models.DateTimeField(help_text='before any attempt failed; later ones do not move it', verbose_name='first due')),
                ('fault', models.CharField(blank=True, choices=[('server', 'the mail server'), ('refused', 'refused for now'), ('message', 'the e-mail itself')], max_length=9, verbose_name='failed at')),
                ('claimed_until', models.DateTimeField(blank=True, null=True, verbose_name='claimed until')),
                ('sent_at', models.DateTimeField(blank=True, null=True, verbose_name='sent')),
                ('withdrawn_at', models.DateTimeField(blank=True, null=True, verbose_name='withdrawn')),
                ('attempts', models.PositiveSmallIntegerField(default=0, verbose_name='attempts')),
                ('last_error', models.TextField(blank=True, verbose_name='last error')),
                ('digest', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='merged', to='notifications.message')),
                ('player', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='messages', to='accounts.player')),
            ],
        ),
        migrations.CreateModel(
            name='DeliveryEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(verbose_name='at')),
                ('event', models.CharField(choices=[('queued', 'written'), ('claimed', "taken by a worker"), ('accepted', 'accepted by the mail server'), ('merged', 'put into a digest'), ('failed', 'failed'), ('withdrawn', 'withdrawn'), ('bounced', "bounced"), ('complained', "reported as spam"), ('retried', 'put back by the operator')], max_length=10, verbose_name='event')),
                ('detail', models.TextField(blank=True, verbose_name='detail')),
                ('message', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='events', to='notifications.message')),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='Preference',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(blank=True, max_length=30, verbose_name='kind')),
                ('thread', models.CharField(blank=True, max_length=80, verbose_name='thread')),
                ('wanted', models.BooleanField(verbose_name='wanted')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='preferences', to='accounts.player')),
            ],
        ),
        migrations.CreateModel(
            name='EmailSettings',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('settle_minutes', models.PositiveSmallIntegerField(default=10, validators=[django.core.validators.MaxValueValidator(60)], verbose_name='settle delay in minutes')),
                ('digest_after', models.PositiveSmallIntegerField(default=20, validators=[django.core.validators.MaxValueValidator(500)], verbose_name="e-mails per day before a digest")),
                ('digest_hour', models.PositiveSmallIntegerField(default=18, validators=[django.core.validators.MaxValueValidator(23)], verbose_name='hour of the digest')),
                ('bounced_at', models.DateTimeField(blank=True, null=True, verbose_name="e-mails bounced")),
                ('failed_at', models.DateTimeField(blank=True, null=True, verbose_name='an e-mail was given up')),
                ('bounced_address', models.EmailField(blank=True, max_length=254, verbose_name='address that bounced')),
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='email_settings', to='accounts.player')),
            ],
            options={
                'verbose_name_plural': 'e-mail settings',
                'constraints': [models.CheckConstraint(condition=models.Q(('settle_minutes__lte', 60)), name='settle_at_most_an_hour'), models.CheckConstraint(condition=models.Q(('digest_hour__lte', 23)), name='digest_hour_of_the_day')],
            },
        ),
        migrations.AddIndex(
            model_name='message',
            index=models.Index(condition=models.Q(('state', 'queued')), fields=['due_at'], name='message_due'),
        ),
        migrations.AddIndex(
            model_name='message',
            index=models.Index(condition=models.Q(('fault', ''), _negated=True), fields=['first_due_at'], name='message_faulty'),
        ),
        migrations.AddIndex(
            model_name='message',
            index=models.Index(condition=models.Q(('sent_at', None), _negated=True), fields=['sent_at'], name='message_sent'),
        ),
        migrations.AddIndex(
            model_name='message',
            index=models.Index(condition=models.Q(('state', 'withdrawn')), fields=['withdrawn_at'], name='message_withdrawn'),
        ),
        migrations.AddIndex(
            model_name='message',
            index=models.Index(fields=['player', 'sent_at'], name='message_player_sent'),
        ),
        migrations.AddIndex(
            model_name='message',
            index=models.Index(condition=models.Q(('thread', ''), _negated=True), fields=['thread'], name='message_thread'),
        ),
        migrations.AddConstraint(
            model_name='preference',
            constraint=models.UniqueConstraint(fields=('player', 'kind', 'thread'), name='preference_once'),
        ),
    ]
