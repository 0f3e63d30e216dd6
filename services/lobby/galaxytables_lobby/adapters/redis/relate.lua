-- Puts a relation of a player to another into the store, unless the player has as many of its kind as they may.
--
-- KEYS 1 the player's relations of this kind, then all keys of the player's relations. ARGV 1 the other player, 2 the
-- relation, 3 most, 4 for how many milliseconds all of them are kept: 0 for good, -1 for as long as before. Returns whether
-- it is there.
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 and redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[3]) then
  return 0
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
for place = 2, #KEYS do
  if ARGV[4] == '0' then
    redis.call('PERSIST', KEYS[place])
  elseif ARGV[4] ~= '-1' then
    redis.call('PEXPIRE', KEYS[place], ARGV[4])
  end
end
return 1
