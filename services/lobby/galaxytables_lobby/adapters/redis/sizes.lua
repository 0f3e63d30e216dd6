-- Counts the members of sorted sets: one command for very many of them.
--
-- KEYS the sorted sets. Returns how many members each has, in turn.
local sizes = {}
for at, name in ipairs(KEYS) do
  sizes[at] = redis.call('ZCARD', name)
end
return sizes
