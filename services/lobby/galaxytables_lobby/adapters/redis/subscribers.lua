-- Returns what has changed among the subscribers.
--
-- KEYS number of the last change and subscribers of each shard, in turn. ARGV for each shard, the number that is known.
--
-- Returns for each shard that has changed: its place among those given, counted from 0; the number of the last change; how
-- many subscribers it has; and a list of the new ones.
local answer = {}
for at = 1, #KEYS, 2 do
  local place = (at - 1) / 2
  local known, number = ARGV[place + 1], redis.call('GET', KEYS[at]) or '0'
  if number ~= known then
    -- A store that was put back from a copy counts from where it was then.
    local after = tonumber(number) > tonumber(known) and '(' .. known or '-inf'
    answer[#answer + 1] = {
      place, number, redis.call('ZCARD', KEYS[at + 1]), redis.call('ZRANGEBYSCORE', KEYS[at + 1], after, '+inf'),
    }
  end
end
return answer
