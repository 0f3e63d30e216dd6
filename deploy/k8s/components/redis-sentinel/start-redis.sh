#!/bin/sh
# Start a Redis under the name by which all find it, as a replica of the master that Sentinels name, or as that master.
# Where no Sentinel answers, one without data follows the first; one with data waits, for it may be the wrong one to ask.
set -eu
me="$POD_NAME.redis"
while :; do
    master=$(redis-cli -h redis-sentinel -p 26379 --raw sentinel get-master-addr-by-name galaxytables 2>/dev/null | head -n 1)
    case "$master" in
        *.redis) break ;;
    esac
    if [ -z "$(ls /data | grep -v lost+found)" ]; then
        master=redis-0.redis
        break
    fi
    sleep 1
done
if [ "$master" = "$me" ]; then
    set --
else
    set -- --replicaof "$master" 6379
fi
exec /bin/sh /start/start-whole.sh redis-server --dir /data --bind 0.0.0.0 --protected-mode no \
    --appendonly yes --appendfsync always --maxmemory 1536mb --maxmemory-policy noeviction \
    --list-max-ziplist-size 24 --hash-max-ziplist-value 4096 \
    --repl-diskless-sync yes --replica-announce-ip "$me" "$@"
