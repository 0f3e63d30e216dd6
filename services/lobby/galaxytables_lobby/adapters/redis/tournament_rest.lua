-- Ends the lease on a tournament. If it has changed since, its last commit has said when to look at it.
--
-- KEYS 1 tournament, 2 looks, 3 drivers. ARGV 1 id, 2 version that was seen, 3 when to look next, or ''.
local version = redis.call('HGET', KEYS[1], 'version')
if not version or (version == ARGV[2] and ARGV[3] == '') then
  redis.call('ZREM', KEYS[2], ARGV[1])
elseif version == ARGV[2] then
  redis.call('ZADD', KEYS[2], ARGV[3], ARGV[1])
end
redis.call('ZREM', KEYS[3], ARGV[1])
return 1
