-- Stores a value under a name, or deletes it if there is no value, and counts the change. Processes that know an older
-- count load all values again.
--
-- KEYS 1 the values by their names, 2 how often they have changed. ARGV 1 the name, 2 the value, if there is one. Returns
-- whether there was a value.
local known = redis.call('HEXISTS', KEYS[1], ARGV[1])
if ARGV[2] then
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
else
  redis.call('HDEL', KEYS[1], ARGV[1])
end
redis.call('INCR', KEYS[2])
return known
