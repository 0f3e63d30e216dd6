-- Puts a session in the place of what stood there, if that still stands there.
--
-- KEYS 1 the sessions of a player. ARGV 1 its name, 2 the session, 3 what stood there before, empty for nothing, 4 for how
-- many milliseconds it is kept. Returns whether it was put there.
if (redis.call('HGET', KEYS[1], ARGV[1]) or '') ~= ARGV[3] then
  return 0
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[4]) then
  redis.call('PEXPIRE', KEYS[1], ARGV[4])
end
return 1
