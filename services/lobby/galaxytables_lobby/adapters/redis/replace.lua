-- Puts other entries in the place of some of a list.
--
-- KEYS 1 list
-- ARGV an entry and what comes in its place, again and again
local instead = {}
for at = 1, #ARGV, 2 do
  instead[ARGV[at]] = ARGV[at + 1]
end
for place, entry in ipairs(redis.call('LRANGE', KEYS[1], 0, -1)) do
  if instead[entry] then
    redis.call('LSET', KEYS[1], place - 1, instead[entry])
  end
end
return 0
