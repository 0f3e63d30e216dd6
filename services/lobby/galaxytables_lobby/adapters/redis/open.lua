-- Notes that a player opens a table, unless they have as many as they may.
--
-- KEYS 1 the tables that they opened. ARGV 1 table id, 2 now, 3 most, 4 how long to keep the note, in milliseconds.
-- Returns {}, or all that are noted where that are too many already: some may be over.
if not redis.call('ZSCORE', KEYS[1], ARGV[1]) then
  if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[3]) then
    return redis.call('ZRANGE', KEYS[1], 0, -1)
  end
  redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])
end
redis.call('PEXPIRE', KEYS[1], ARGV[4])
return {}
