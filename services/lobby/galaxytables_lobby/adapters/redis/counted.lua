-- Counts a player as a subscriber while there is a target, and numbers the changes of a shard's subscribers, in milliseconds
-- where that is possible.
local function count(subscriber, subscribers, changed, player, now)
  local there = false
  for _, field in ipairs(redis.call('HKEYS', subscriber)) do
    if field ~= 'preferences' and string.sub(field, 1, 6) ~= 'state:' then
      there = true
      break
    end
  end
  if there == (redis.call('ZSCORE', subscribers, player) ~= false) then
    return
  end
  local number = string.format('%.0f', math.max(tonumber(redis.call('GET', changed) or '0') + 1, tonumber(now)))
  redis.call('SET', changed, number)
  if there then
    redis.call('ZADD', subscribers, number, player)
  else
    redis.call('ZREM', subscribers, player)
  end
end
