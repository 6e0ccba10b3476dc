#!/bin/sh
# Runs a command as the site's user, with the environment of its services; needs root and systemd.
#   sh deploy/run.sh .venv/bin/python manage.py createsuperuser
# The shell cannot read /etc/ampelpost.env itself: systemd takes values as they are, without quotes.
set -eu
site=$(cd "$(dirname "$0")/.." && pwd)
exec systemd-run --quiet --wait --collect --pipe --pty --working-directory="$site" \
    --uid=ampelpost --gid=ampelpost --property=UMask=0027 --property=StateDirectory=ampelpost \
    --property=EnvironmentFile=/etc/ampelpost.env --setenv=VAR_DIR=/var/lib/ampelpost \
    -- "$@"
