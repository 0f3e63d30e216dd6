-- Removes tickets that have expired, and forgets old seats.
--
-- KEYS 1 tickets, 2 holds, 3 missed, 4 seated, 5 until when. ARGV 1 now, 2 most of each.
-- Returns how many tickets expired.
local over = redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', '(' .. ARGV[1], 'LIMIT', 0, ARGV[2])
if #over > 0 then
  redis.call('HDEL', KEYS[1], unpack(over))
  redis.call('HDEL', KEYS[3], unpack(over))
  redis.call('ZREM', KEYS[2], unpack(over))
end
local old = redis.call('ZRANGEBYSCORE', KEYS[5], '-inf', ARGV[1], 'LIMIT', 0, ARGV[2])
if #old > 0 then
  redis.call('HDEL', KEYS[4], unpack(old))
  redis.call('ZREM', KEYS[5], unpack(old))
end
return #over
