-- Notes that a finished table is archived as it was at a version, and ends the claim on it.
--
-- KEYS 1 table, 2 finished, 3 archiving, 4 retention. ARGV 1 version ('0' for none), 2 table id, 3 when it may be forgotten.
redis.call('ZREM', KEYS[3], ARGV[2])
local version = redis.call('HGET', KEYS[1], 'version') or '0'
if version ~= ARGV[1] then
  return 0
end
redis.call('ZREM', KEYS[2], ARGV[2])
if version ~= '0' then
  redis.call('ZADD', KEYS[4], ARGV[3], ARGV[2])
end
return 1
