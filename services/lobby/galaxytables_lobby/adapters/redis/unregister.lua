-- Deletes a value, unless another has taken its place, and counts the change.
--
-- KEYS 1 the values by their names, 2 how often they have changed. ARGV 1 the name, 2 the value. Returns whether it was
-- there.
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then
  return 0
end
redis.call('HDEL', KEYS[1], ARGV[1])
redis.call('INCR', KEYS[2])
return 1
