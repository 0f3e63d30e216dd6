-- Ends a wave of a pool: removes tickets that are over, counts who was left out, and says when the next wave is due.
--
-- KEYS 1 the pool, 2 pools, 3 waves, 4 missed, 5 holds. ARGV 1 its name, 2 when, 3 number of tickets that are over, these,
-- then those that were left out.
local over = tonumber(ARGV[3])
for i = 4, 3 + over do
  redis.call('ZREM', KEYS[1], ARGV[i])
end
for i = 4 + over, #ARGV do
  if redis.call('ZSCORE', KEYS[5], ARGV[i]) then
    redis.call('HINCRBY', KEYS[4], ARGV[i], 1)
  end
end
if redis.call('EXISTS', KEYS[1]) == 0 then
  redis.call('ZREM', KEYS[2], ARGV[1])
else
  redis.call('ZADD', KEYS[2], 'XX', ARGV[2], ARGV[1])
end
redis.call('ZREM', KEYS[3], ARGV[1])
return 1
