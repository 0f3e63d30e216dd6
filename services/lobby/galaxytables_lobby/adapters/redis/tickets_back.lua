-- Ends an opening whose table will never be: its tickets wait on in their pools, unless they have expired or were cancelled.
--
-- KEYS 1 openings, 2 opening, 3 openers, 4 tickets, 5 holds, 6 missed, 7 pools, then the pools of each ticket in turn.
-- ARGV 1 table, 2 now, then for each ticket: id, ticket, since when, number of pools, their names.
-- Returns 1, or 0 if the opening has ended before.
if redis.call('HDEL', KEYS[1], ARGV[1]) == 0 then
  return 0
end
redis.call('ZREM', KEYS[2], ARGV[1])
redis.call('ZREM', KEYS[3], ARGV[1])
local at, key = 3, 7
while at < #ARGV do
  local id, pools = ARGV[at], tonumber(ARGV[at + 3])
  local expires = redis.call('ZSCORE', KEYS[5], id)
  local held = expires and tonumber(expires) >= tonumber(ARGV[2])
  if held then
    redis.call('HSET', KEYS[4], id, ARGV[at + 1])
    redis.call('HINCRBY', KEYS[6], id, 1)
  end
  for i = 1, pools do
    if held then
      redis.call('ZADD', KEYS[key + i], ARGV[at + 2], id)
      redis.call('ZADD', KEYS[7], 'LT', ARGV[2], ARGV[at + 3 + i])
    end
  end
  at, key = at + 4 + pools, key + pools
end
return 1
