-- Counts the tickets in some pools, each once.
--
-- KEYS the pools. Returns their number.
local known, count = {}, 0
for _, pool in ipairs(KEYS) do
  for _, id in ipairs(redis.call('ZRANGE', pool, 0, -1)) do
    if not known[id] then
      known[id], count = true, count + 1
    end
  end
end
return count
