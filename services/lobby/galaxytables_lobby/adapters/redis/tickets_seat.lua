-- Decides that tickets get a table together: all of them or none. This is the one place where tickets leave their pools
-- for a table.
--
-- KEYS 1 tickets, 2 holds, 3 openings, 4 opening, 5 openers.
-- ARGV 1 table, 2 opening, 3 now, 4 end of the lease to open it, then the tickets.
-- Returns 1, also if this was decided before; or 0 if a ticket no longer waits.
if redis.call('HEXISTS', KEYS[3], ARGV[1]) == 1 then
  return 1
end
for i = 5, #ARGV do
  local expires = redis.call('ZSCORE', KEYS[2], ARGV[i])
  if redis.call('HEXISTS', KEYS[1], ARGV[i]) == 0 or not expires or tonumber(expires) < tonumber(ARGV[3]) then
    return 0
  end
end
redis.call('HDEL', KEYS[1], unpack(ARGV, 5))
redis.call('HSET', KEYS[3], ARGV[1], ARGV[2])
redis.call('ZADD', KEYS[4], ARGV[3], ARGV[1])
redis.call('ZADD', KEYS[5], ARGV[4], ARGV[1])
return 1
