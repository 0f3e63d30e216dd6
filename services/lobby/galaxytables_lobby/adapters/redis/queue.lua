-- Queues a notice for some targets of its player. One that is queued already stays as it is.
--
-- KEYS 1 subscriber, 2 waiting, 3 outbox.
-- ARGV 1 player, 2 notice id, 3 notice, 4 how many may wait, 5 milliseconds that the subscriber is kept, then targets, each
--      with when to send
--
-- Returns how many targets had too many waiting.
redis.call('PEXPIRE', KEYS[1], ARGV[5])
local refused = 0
for at = 6, #ARGV, 2 do
  if redis.call('HLEN', KEYS[2]) >= tonumber(ARGV[4]) then
    refused = refused + 1
  else
    redis.call('HSETNX', KEYS[2], ARGV[at] .. ' ' .. ARGV[2], ARGV[3])
    redis.call('ZADD', KEYS[3], 'NX', ARGV[at + 1], ARGV[1] .. ' ' .. ARGV[at])
  end
end
return refused
