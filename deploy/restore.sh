#!/bin/sh
# Restores a dump of backup.sh into an empty database and recomputes everything from the ledgers.
#   DATABASE_URL=postgres://…/empty sh deploy/restore.sh FILE
# It never touches a database that has tables. MANAGE is how manage.py is called; with MANAGE=no the
# database is restored only. As a drill, do this once a month with a database made for it.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
file=${1:?the dump to restore}
site=$(dirname "$here")

if [ -n "${DATABASE_URL:-}" ]; then
    settings=$("${PYTHON:-python3}" "$here/pg_env.py")
    eval "$settings"
fi
: "${PGDATABASE:?DATABASE_URL or PGDATABASE}"

(cd "$(dirname "$file")" && sha256sum --check --quiet "$(basename "$file").sha256")

tables=$(psql --no-psqlrc --tuples-only --no-align --command \
    "SELECT count(*) FROM pg_catalog.pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')")
if [ "$tables" != 0 ]; then
    echo "The database $PGDATABASE has $tables tables: create an empty one, and name it in DATABASE_URL." >&2
    exit 1
fi
pg_restore --no-owner --no-privileges --exit-on-error --single-transaction --dbname="$PGDATABASE" "$file"
psql --no-psqlrc --quiet --command "ANALYZE"
echo "Restored $file into $PGDATABASE."

if [ "${MANAGE:-}" = no ]; then
    exit 0
fi
manage() {
    if [ -n "${MANAGE:-}" ]; then
        # shellcheck disable=SC2086  # a command with its arguments
        $MANAGE "$@"
    else
        "$site/.venv/bin/python" "$site/manage.py" "$@"
    fi
}
manage migrate --check
manage replay
manage ratings --check
manage rulings --check
echo "All figures agree with the ledgers."
