-- Removes a ticket of a player. One that gets its table right now keeps it, but is not put back if that fails.
--
-- KEYS 1 tickets, 2 holds, 3 tickets of the player, 4 missed. ARGV 1 id.
-- Returns 1 if the ticket was waiting, else 0.
if redis.call('HEXISTS', KEYS[3], ARGV[1]) == 0 then
  return 0
end
redis.call('ZREM', KEYS[2], ARGV[1])
redis.call('HDEL', KEYS[3], ARGV[1])
redis.call('HDEL', KEYS[4], ARGV[1])
return redis.call('HDEL', KEYS[1], ARGV[1])
