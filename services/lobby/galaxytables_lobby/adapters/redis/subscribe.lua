-- Adds or replaces a target of a subscriber.
--
-- KEYS 1 subscriber, 2 subscribers, 3 number of their last change.
-- ARGV 1 target, 2 its value, 3 the beginning of the names of its kind, 4 how many of these there may be, 5 milliseconds that
--      the subscriber is kept, 6 the value that it must have now, or '' for any, 7 player, 8 now
--
-- Returns 0 if there are too many already, or the value is another one.
if ARGV[6] ~= '' and redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[6] then
  return 0
end
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then
  local count = 0
  for _, field in ipairs(redis.call('HKEYS', KEYS[1])) do
    if string.sub(field, 1, #ARGV[3]) == ARGV[3] then
      count = count + 1
    end
  end
  if count >= tonumber(ARGV[4]) then
    return 0
  end
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('HDEL', KEYS[1], 'state:' .. ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[5])
count(KEYS[1], KEYS[2], KEYS[3], ARGV[7], ARGV[8])
return 1
