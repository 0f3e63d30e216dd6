-- Games that can be played now say so; a game that has been silent for too long had an outage.
--
-- KEYS 1 beats, 2 outages.
-- ARGV 1 now, 2 the longest silence that is no outage, 3 how many outages are kept, then the games that can be played
--
-- Returns {game, time of its last beat, ...} and {outage as `start end game`, ...}; all times in milliseconds.
local now = tonumber(ARGV[1])
for at = 4, #ARGV do
  local last = tonumber(redis.call('HGET', KEYS[1], ARGV[at]) or now)
  if now - last > tonumber(ARGV[2]) then
    redis.call('RPUSH', KEYS[2], string.format('%.0f %.0f %s', last, now, ARGV[at]))
    redis.call('LTRIM', KEYS[2], -tonumber(ARGV[3]), -1)
  end
  if now >= last then
    redis.call('HSET', KEYS[1], ARGV[at], string.format('%.0f', now))
  end
end
return {redis.call('HGETALL', KEYS[1]), redis.call('LRANGE', KEYS[2], 0, -1)}
