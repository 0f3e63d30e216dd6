-- Puts a block in the place of events and journal entries, unless the history is not what the block was made from.
--
-- KEYS 1 events, 2 choices.
-- ARGV 1 how many heads the list of events has, 2 how many events and 3 journal entries the block holds, 4 the block
--      5 SHA-1 of the heads, the events and the entries, in hexadecimal digits
-- Returns 1 if it was put there.
local heads, events, entries = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local history = redis.call('LRANGE', KEYS[1], 0, -1)
local journal = redis.call('LRANGE', KEYS[2], 0, -1)
if #history < heads + events or #journal < entries then
  return 0
end
local seen = table.concat(history, '', 1, heads + events) .. table.concat(journal, '', 1, entries)
if redis.sha1hex(seen) ~= ARGV[5] then
  return 0
end
-- Both lists are made anew: Redis 6.2 may lose one that is cut at its head where `list-compress-depth` is set.
redis.call('DEL', KEYS[1], KEYS[2])
for place = 1, heads do
  redis.call('RPUSH', KEYS[1], history[place])
end
redis.call('RPUSH', KEYS[1], ARGV[4])
for place = heads + events + 1, #history do
  redis.call('RPUSH', KEYS[1], history[place])
end
for place = entries + 1, #journal do
  redis.call('RPUSH', KEYS[2], journal[place])
end
return 1
