-- One change of one tournament: all of it or nothing.
--
-- KEYS 1 tournament, 2 looks, 3 list of the stage before, 4 list of the stage after, then the lists of people who come,
--      then those of people who go
-- ARGV 1 version that it builds on ('' for a new tournament), 2 new version, 3 state, 4 id, 5 when to look next, or '',
--      6 when it starts, 7 for how many milliseconds it is kept, or '0' for ever, 8 when it was created,
--      9 number of people who come
--
-- Returns 1, or 0 if another version is there.
if (redis.call('HGET', KEYS[1], 'version') or '') ~= ARGV[1] then
  return 0
end
redis.call('HSET', KEYS[1], 'version', ARGV[2], 'state', ARGV[3])
if ARGV[7] == '0' then
  redis.call('PERSIST', KEYS[1])
else
  redis.call('PEXPIRE', KEYS[1], ARGV[7])
end
if ARGV[5] == '' then
  redis.call('ZREM', KEYS[2], ARGV[4])
else
  redis.call('ZADD', KEYS[2], ARGV[5], ARGV[4])
end
redis.call('ZREM', KEYS[3], ARGV[4])
redis.call('ZADD', KEYS[4], ARGV[6], ARGV[4])
for place = 5, #KEYS do
  if place < 5 + tonumber(ARGV[9]) then
    redis.call('ZADD', KEYS[place], ARGV[8], ARGV[4])
  else
    redis.call('ZREM', KEYS[place], ARGV[4])
  end
end
return 1
