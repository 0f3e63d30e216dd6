-- Expects no more of something that was silent for long: its silence is an outage, and it is as if it had never been.
--
-- KEYS 1 beats, 2 outages. ARGV 1 its name, 2 its last beat, 3 now, 4 how many outages are kept
-- Returns whether it was as silent as that.
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then
  return 0
end
redis.call('HDEL', KEYS[1], ARGV[1])
redis.call('RPUSH', KEYS[2], ARGV[2] .. ' ' .. ARGV[3] .. ' ' .. ARGV[1])
redis.call('LTRIM', KEYS[2], -tonumber(ARGV[4]), -1)
return 1
