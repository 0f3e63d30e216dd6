-- Removes what was sent to a target or given up, keeps how that went, and ends the claim on the target.
--
-- KEYS 1 subscriber, 2 waiting, 3 outbox, 4 sending.
-- ARGV 1 player, 2 target, 3 field of the subscriber that holds the target, 4 how it went, 5 when to send what is left, then
--      the ids of notices to remove
local member, prefix = ARGV[1] .. ' ' .. ARGV[2], ARGV[2] .. ' '
redis.call('ZREM', KEYS[4], member)
for at = 6, #ARGV do
  redis.call('HDEL', KEYS[2], prefix .. ARGV[at])
end
local there = redis.call('HEXISTS', KEYS[1], ARGV[3]) == 1
if there then
  redis.call('HSET', KEYS[1], 'state:' .. ARGV[2], ARGV[4])
end
local left = false
for _, field in ipairs(redis.call('HKEYS', KEYS[2])) do
  if string.sub(field, 1, #prefix) == prefix then
    if there then
      left = true
      break
    end
    redis.call('HDEL', KEYS[2], field)
  end
end
if left then
  redis.call('ZADD', KEYS[3], ARGV[5], member)
else
  redis.call('ZREM', KEYS[3], member)
end
return 1
