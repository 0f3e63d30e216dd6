-- Adds a ticket to its pools. A live ticket takes the place of the player's earlier one.
--
-- KEYS 1 tickets, 2 holds, 3 tickets of the player, 4 pools, 5 seated, then the ticket's pools.
-- ARGV 1 id, 2 ticket, 3 since when, 4 when it expires, 5 'live' or 'slow', 6 most slow ones, 7 how long the player's list
--      is kept, then the names of the pools.
-- Returns 'added'; 'known' if the id is taken; 'full' for too many slow ones; or 'seating' if the earlier one gets its
-- table right now.
local id, kind, now = ARGV[1], ARGV[5], tonumber(ARGV[3])
if redis.call('ZSCORE', KEYS[2], id) or redis.call('HEXISTS', KEYS[5], id) == 1 then
  return 'known'
end
local slow, own = 0, redis.call('HGETALL', KEYS[3])
for i = 1, #own, 2 do
  local expires = redis.call('ZSCORE', KEYS[2], own[i])
  if not expires or tonumber(expires) < now then
    redis.call('HDEL', KEYS[3], own[i])
  elseif own[i + 1] == 'slow' then
    slow = slow + 1
  elseif kind == 'live' then
    if redis.call('HDEL', KEYS[1], own[i]) == 0 then
      return 'seating'
    end
    redis.call('ZREM', KEYS[2], own[i])
    redis.call('HDEL', KEYS[3], own[i])
  end
end
if kind == 'slow' and slow >= tonumber(ARGV[6]) then
  return 'full'
end
redis.call('HSET', KEYS[1], id, ARGV[2])
redis.call('ZADD', KEYS[2], ARGV[4], id)
redis.call('HSET', KEYS[3], id, kind)
redis.call('PEXPIRE', KEYS[3], ARGV[7])
for i = 6, #KEYS do
  redis.call('ZADD', KEYS[i], ARGV[3], id)
  redis.call('ZADD', KEYS[4], 'LT', ARGV[3], ARGV[i + 2])
end
return 'added'
