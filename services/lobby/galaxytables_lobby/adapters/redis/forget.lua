-- Forgets a table that nobody changed meanwhile.
--
-- KEYS first those to delete, the table's hash before all, then sorted sets to take it out of.
-- ARGV 1 its version, 2 its id, 3 how many keys to delete. Returns 1 if it was forgotten.
if (redis.call('HGET', KEYS[1], 'version') or '0') ~= ARGV[1] then
  return 0
end
local deleted = tonumber(ARGV[3])
for i = 1, #KEYS do
  if i <= deleted then
    redis.call('UNLINK', KEYS[i])
  else
    redis.call('ZREM', KEYS[i], ARGV[2])
  end
end
return 1
