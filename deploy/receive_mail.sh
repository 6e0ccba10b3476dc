#!/bin/sh
# Hands one e-mail from standard input to the site, for the pipe of a mail server: those pass no environment on.
# The file of variables is that of the services; its values are taken as they are, without quotes.
#   deploy/receive_mail.sh /etc/ampelpost.env --sender SENDER RECIPIENT
set -eu
site=$(cd "$(dirname "$0")/.." && pwd)
variables=$1
shift
if [ ! -r "$variables" ]; then
    echo "$variables cannot be read" >&2
    exit 75
fi
while IFS= read -r line || [ -n "$line" ]; do
    case $line in
        [A-Z_]*=*) export "${line?}" ;;
    esac
done < "$variables"
cd "$site"
code=0
"${PYTHON:-$site/.venv/bin/python}" manage.py receive_mail "$@" || code=$?
case $code in
    0 | 65 | 67 | 69 | 75) exit "$code" ;;
    *) exit 75 ;;  # an error of this site: the mail server keeps the e-mail and tries again
esac
