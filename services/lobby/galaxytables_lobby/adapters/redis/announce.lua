-- A lobby says that it lives; by the server's own clock, which is the same for all.
--
-- KEYS 1 lobbies
-- ARGV 1 the lobby, 2 milliseconds that this holds, 0 to say that it goes
--
-- Returns all lobbies that live.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if ARGV[2] == '0' then
  redis.call('ZREM', KEYS[1], ARGV[1])
else
  redis.call('ZADD', KEYS[1], string.format('%.0f', now + ARGV[2]), ARGV[1])
end
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', string.format('(%.0f', now))
return redis.call('ZRANGE', KEYS[1], 0, -1)
