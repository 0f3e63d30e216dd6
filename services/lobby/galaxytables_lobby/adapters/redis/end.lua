-- Notes that tokens are refused from now on, and forgets some notes about tokens that have expired.
--
-- KEYS 1 the notes by number, 2 the notes by expiry, 3 the number of the last one. ARGV 1 the note, 2 when no token that it
-- concerns is good any more, 3 now. Returns the note's number.
local number = redis.call('INCR', KEYS[3])
redis.call('ZADD', KEYS[1], number, ARGV[1])
redis.call('ZADD', KEYS[2], ARGV[2], ARGV[1])
for _, old in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', '(' .. ARGV[3], 'LIMIT', 0, 100)) do
  redis.call('ZREM', KEYS[1], old)
  redis.call('ZREM', KEYS[2], old)
end
return number
