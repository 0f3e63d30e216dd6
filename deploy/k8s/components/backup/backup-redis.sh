#!/bin/sh
# Write what Redis holds to a file that is whole or is not there, and keep the newest ones.
set -eu
file="/backup/redis-$(date -u +%Y%m%dT%H%M%SZ).rdb"
redis-cli -h "$REDIS_HOST" -p "${REDIS_PORT:-6379}" --rdb "$file.part" >/dev/null
[ "$(head -c 5 "$file.part")" = REDIS ]
mv "$file.part" "$file"
echo "$file"
ls -1 /backup/redis-*.rdb | sort -r | tail -n "+$((KEEP + 1))" | xargs -r rm --
