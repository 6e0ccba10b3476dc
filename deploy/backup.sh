#!/bin/sh
# Dumps the database into BACKUP_DIR, with a checksum, and removes old dumps.
#   BACKUP_DIR=/var/lib/ampelpost/backups DATABASE_URL=postgres://… sh deploy/backup.sh
# Without DATABASE_URL the variables of libpq count (PGHOST, PGUSER, PGPASSWORD, PGDATABASE).
# KEEP is how many dumps are kept (14), KEEP_MONTHS of how many months the first one is kept too (6).
set -eu
umask 077
here=$(cd "$(dirname "$0")" && pwd)
: "${BACKUP_DIR:?the folder for the dumps}"
keep=${KEEP:-14}
months=${KEEP_MONTHS:-6}

if [ -n "${DATABASE_URL:-}" ]; then
    settings=$("${PYTHON:-python3}" "$here/pg_env.py")
    eval "$settings"
fi
: "${PGDATABASE:?DATABASE_URL or PGDATABASE}"

mkdir -p "$BACKUP_DIR"
cd "$BACKUP_DIR"
name=ampelpost-$(date -u +%Y%m%dT%H%M%SZ).dump
trap 'rm -f "$name.part"' EXIT
pg_dump --format=custom --compress=6 --no-owner --no-privileges --lock-wait-timeout=60s --file="$name.part"
# A dump that was cut off has no readable list of contents.
pg_restore --list "$name.part" >/dev/null
mv "$name.part" "$name"
sha256sum "$name" >"$name.sha256"

# Dumps are named by their time, so the order of names is the order of time.
dumps() { for each in ampelpost-????????T??????Z.dump; do echo "$each"; done | sort -r; }
monthly=$(dumps | sort | awk '{ month = substr($0, 11, 6) } !(month in seen) { seen[month] = 1; print }' | tail -n "$months")
dumps | tail -n "+$((keep + 1))" | while read -r old; do
    if ! printf '%s\n' "$monthly" | grep -qxF "$old"; then
        rm -f "$old" "$old.sha256"
    fi
done
echo "$BACKUP_DIR/$name"
