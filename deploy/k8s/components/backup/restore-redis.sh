#!/bin/sh
# Put into /data what a backup has, the newest unless one is named, as files from which a Redis with appendonly starts; what
# lay there is kept beside it, in a folder named after the time: restore-redis.sh [FILE]
set -eu
file="${1:-$(ls -1 /backup/redis-*.rdb | sort | tail -n 1)}"
before="/data/before-$(date -u +%Y%m%dT%H%M%SZ)"
mkdir "$before"
for each in /data/*; do
    case "$each" in
        */before-* | */lost+found) ;;
        *) mv "$each" "$before" ;;
    esac
done
ask() { redis-cli -s /data/restore.sock --raw "$@"; }
echo "$file"
cp "$file" /data/dump.rdb
redis-server --port 0 --unixsocket /data/restore.sock --dir /data --appendonly no --save "" >/dev/null &
server=$!
until [ "$(ask ping 2>/dev/null)" = PONG ]; do
    kill -0 "$server"
    sleep 0.1
done
ask config set appendonly yes >/dev/null
until ask info persistence | tr -d '\r' | grep -q '^aof_rewrite_in_progress:0$' &&
    ask info persistence | tr -d '\r' | grep -q '^aof_rewrite_scheduled:0$'; do
    sleep 0.1
done
ask info persistence | tr -d '\r' | grep -q '^aof_last_bgrewrite_status:ok$'
ask shutdown nosave
wait "$server"
rm /data/dump.rdb
