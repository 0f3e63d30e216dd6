-- Notes how far a table's events have been noticed, adds the notices, and ends the claim on it.
--
-- KEYS 1 table, 2 unnoticed, 3 noticing, 4 notices.
-- ARGV 1 table id, 2 version that was looked at ('0' for none), 3 noticed before, or '', 4 noticed now, 5 when to look again
--      ('0' for never), 6 now, then the notices
--
-- Returns 0 if the table has changed, or another worker was faster: then it must be looked at again.
redis.call('ZREM', KEYS[3], ARGV[1])
local version, noticed = unpack(redis.call('HMGET', KEYS[1], 'version', 'noticed'))
if (version or '0') ~= ARGV[2] or (noticed or '') ~= ARGV[3] then
  return 0
end
if version then
  redis.call('HSET', KEYS[1], 'noticed', ARGV[4])
end
for at = 7, #ARGV do
  redis.call('ZADD', KEYS[4], ARGV[6], ARGV[at])
end
-- A mark for later was made meanwhile, since somebody has subscribed.
local again, marked = tonumber(ARGV[5]), tonumber(redis.call('ZSCORE', KEYS[2], ARGV[1]) or '0')
if marked > tonumber(ARGV[6]) and (again == 0 or marked < again) then
  again = marked
end
if again == 0 then
  redis.call('ZREM', KEYS[2], ARGV[1])
else
  redis.call('ZADD', KEYS[2], string.format('%.0f', again), ARGV[1])
end
return 1
