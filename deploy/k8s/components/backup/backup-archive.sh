#!/bin/sh
# Write the archive to a file that is whole or is not there, and keep the newest ones.
set -eu
file="/backup/archive-$(date -u +%Y%m%dT%H%M%SZ).dump"
pg_dump --format=custom --file="$file.part" "$GALAXYTABLES_ARCHIVE_URL"
pg_restore --list "$file.part" >/dev/null
mv "$file.part" "$file"
echo "$file"
ls -1 /backup/archive-*.dump | sort -r | tail -n "+$((KEEP + 1))" | xargs -r rm --
