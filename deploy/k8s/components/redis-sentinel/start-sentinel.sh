#!/bin/sh
# Start a Sentinel that watches the master. Who that is stands in its file, which outlives it. It knows the replicas from
# the beginning: one that it has not yet heard of would be passed over when the master dies, with what only that one has.
set -eu
if [ ! -f /state/sentinel.conf ]; then
    cat >/state/sentinel.conf.new <<END
port 26379
bind 0.0.0.0
protected-mode no
dir /state
sentinel resolve-hostnames yes
sentinel announce-hostnames yes
sentinel announce-ip $POD_NAME.redis-sentinel
sentinel monitor galaxytables redis-0.redis 6379 2
sentinel down-after-milliseconds galaxytables 5000
sentinel failover-timeout galaxytables 15000
sentinel parallel-syncs galaxytables 1
sentinel known-replica galaxytables redis-1.redis 6379
sentinel known-replica galaxytables redis-2.redis 6379
END
    mv /state/sentinel.conf.new /state/sentinel.conf
fi
exec redis-server /state/sentinel.conf --sentinel
