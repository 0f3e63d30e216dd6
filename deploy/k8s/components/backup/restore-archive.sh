#!/bin/sh
# Put the archive back as a backup has it, the newest unless one is named, all of it or nothing: restore-archive.sh [FILE]
set -eu
file="${1:-$(ls -1 /backup/archive-*.dump | sort | tail -n 1)}"
echo "$file"
exec pg_restore --clean --if-exists --no-owner --exit-on-error --single-transaction --dbname="$GALAXYTABLES_ARCHIVE_URL" "$file"
