-- Notes at a player that another has a relation to them, and the player's name.
--
-- KEYS 1 those with a relation to the player, 2 how others see the player. ARGV 1 the other, 2 the name, empty if unknown, 3 for how many
-- milliseconds this is kept: 0 for good. What is kept for good already stays so.
for place = 1, 2 do
  local forever = redis.call('PTTL', KEYS[place]) == -1
  if place == 1 then
    redis.call('SADD', KEYS[1], ARGV[1])
  elseif ARGV[2] ~= '' then
    redis.call('HSET', KEYS[2], 'name', ARGV[2])
  end
  if ARGV[3] == '0' then
    redis.call('PERSIST', KEYS[place])
  elseif not forever then
    redis.call('PEXPIRE', KEYS[place], ARGV[3])
  end
end
