#!/bin/sh
# Start a Redis, after what one that was killed while it wrote has left of its last transaction is cut off: start-whole.sh
# redis-server ... A server cuts within that transaction, and what is left happens too once it has started again.
set -eu
data="${DATA:-/data}"
# Valkey's own name where Redis's is not there.
check=$(command -v redis-check-aof || command -v valkey-check-aof)
# What is written to: from 7.0 on the last of several files.
file=$(ls -1v "$data"/appendonlydir/*.incr.aof 2>/dev/null | tail -n 1)
[ -f "$file" ] || file="$data/appendonly.aof"

# Whether what the checker complains of is that the last file ends too early. A file that is damaged elsewhere is left as
# it is: Redis refuses to start from it. So is one with a transaction within another, behind which much may be whole.
torn() {
    case "$1" in
        *Unexpected* | *"Expected prefix"*) return 1 ;;
        *"Expected to read"* | *"Reached EOF"*) return 0 ;;
    esac
    at=$(echo "$1" | sed -n 's/^ *0x *\([0-9a-f]*\): Expected .*/\1/p' | tail -n 1)
    size=$(echo "$1" | sed -n 's/.*size=\([0-9]*\), ok_up_to=.*/\1/p' | tail -n 1)
    [ -n "$size" ] && { [ -z "$at" ] || [ $((size - 0x$at)) -le 32 ]; }
}

if [ -f "$file" ] && ! said=$("$check" "$file" 2>&1) && torn "$said"; then
    echo y | "$check" --fix "$file"
fi
exec "$@"
