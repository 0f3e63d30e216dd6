-- Removes a target of a subscriber, with all that waits to be sent there.
--
-- KEYS 1 subscriber, 2 subscribers, 3 number of their last change, 4 waiting, 5 outbox.
-- ARGV 1 player, 2 target, 3 the value that the target must have, or '' for any
--
-- Returns whether it was removed.
if ARGV[3] ~= '' and redis.call('HGET', KEYS[1], ARGV[2]) ~= ARGV[3] then
  return 0
end
local there = redis.call('HDEL', KEYS[1], ARGV[2])
redis.call('HDEL', KEYS[1], 'state:' .. ARGV[2])
count(KEYS[1], KEYS[2], KEYS[3], ARGV[1], '0')
local prefix = ARGV[2] .. ' '
for _, field in ipairs(redis.call('HKEYS', KEYS[4])) do
  if string.sub(field, 1, #prefix) == prefix then
    redis.call('HDEL', KEYS[4], field)
  end
end
redis.call('ZREM', KEYS[5], ARGV[1] .. ' ' .. ARGV[2])
return there
