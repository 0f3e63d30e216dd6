-- Ends an opening whose table is there: its tickets are over.
--
-- KEYS 1 openings, 2 opening, 3 openers, 4 holds, 5 missed, 6 seated, 7 until when, 8 met, 9 waited, then the tickets of
-- each player.
-- ARGV 1 table, 2 now, 3 until when the tickets' table is known, 4 until when it is kept who met, 5 number of tickets, then
--      the tickets, then the field of `waited`, how many times it keeps, number of times, the times, then who met.
-- Returns 1, or 0 if the opening has ended before.
if redis.call('HDEL', KEYS[1], ARGV[1]) == 0 then
  return 0
end
redis.call('ZREM', KEYS[2], ARGV[1])
redis.call('ZREM', KEYS[3], ARGV[1])
local count = tonumber(ARGV[5])
for i = 1, count do
  local id = ARGV[5 + i]
  redis.call('ZREM', KEYS[4], id)
  redis.call('HDEL', KEYS[5], id)
  redis.call('HSET', KEYS[6], id, ARGV[1])
  redis.call('ZADD', KEYS[7], ARGV[3], id)
  redis.call('HDEL', KEYS[9 + i], id)
end
local at = 6 + count
local field, most, times = ARGV[at], tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2])
local known = {}
for each in string.gmatch(redis.call('HGET', KEYS[9], field) or '', '%d+') do
  known[#known + 1] = each
end
for i = 1, times do
  known[#known + 1] = ARGV[at + 2 + i]
end
redis.call('HSET', KEYS[9], field, table.concat(known, ',', math.max(1, #known - most + 1)))
for i = at + 3 + times, #ARGV do
  redis.call('ZADD', KEYS[8], ARGV[2], ARGV[i])
end
redis.call('ZREMRANGEBYSCORE', KEYS[8], '-inf', ARGV[4])
return 1
