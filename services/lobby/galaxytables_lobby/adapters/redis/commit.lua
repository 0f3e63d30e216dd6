-- One change of one table: all of it or nothing.
--
-- KEYS 1 table, 2 answers, 3 events, 4 choices, 5 feed, then keys of further commands.
-- ARGV 1 what is remembered of the commit: its record in the ring of answers, then the response, if any
--      2 version that it builds on ('0' for a new table)
--      3 new version
--      4 how the game stands now, or '' where it did not move
--      5 feed entry
--      6 number of events, then the events
--      then number of journal entries, then the entries
--      then further commands, four values each: command, key number, score, field or '', member
--
-- Returns one text, since Redis sends a table's parts each on its own: 'done'; 'repeated', answer; or 'conflict', version
-- in the store; with a blank between.
local answer, ring = earlier(KEYS[1], KEYS[2], string.sub(ARGV[1], 1, IDENTITY))
if answer then
  return 'repeated ' .. answer
end
local version, commits = unpack(redis.call('HMGET', KEYS[1], 'version', 'commits'))
if (version or '0') ~= ARGV[2] then
  -- Somebody was faster.
  return 'conflict ' .. (version or '0')
end
-- The longest before all: if there are more than a script can pass on, nothing has been written yet.
local at = 6
for list = 3, 4 do
  local count = tonumber(ARGV[at])
  if count > 0 then
    redis.call('RPUSH', KEYS[list], unpack(ARGV, at + 1, at + count))
  end
  at = at + count + 1
end
if not version then
  redis.call('LPUSH', KEYS[3], BEGINNING)
end
commits = tonumber(commits or '0')
if ARGV[4] == '' then
  redis.call('HSET', KEYS[1], 'version', ARGV[3], 'commits', commits + 1)
else
  redis.call('HSET', KEYS[1], 'version', ARGV[3], 'commits', commits + 1, 'game', ARGV[4])
end
local slot = commits % REMEMBERED
if not ring or #ring == slot * RECORD then
  -- Made longer by hand: Redis would double it.
  ring = (ring or '') .. string.rep('\0', RECORD * REMEMBERED / 8)
  redis.call('SET', KEYS[2], ring)
end
redis.call('SETRANGE', KEYS[2], slot * RECORD, string.sub(ARGV[1], 1, RECORD))
if #ARGV[1] > RECORD then
  redis.call('HSET', KEYS[1], 'response' .. slot, string.sub(ARGV[1], RECORD + 1))
elseif string.byte(ring, (slot + 1) * RECORD) == 1 then
  redis.call('HDEL', KEYS[1], 'response' .. slot)
end
while at < #ARGV do
  local key = KEYS[tonumber(ARGV[at + 1])]
  if ARGV[at + 2] == '' then
    redis.call(ARGV[at], key, ARGV[at + 3])
  else
    redis.call(ARGV[at], key, ARGV[at + 2], ARGV[at + 3])
  end
  at = at + 4
end
redis.call('XADD', KEYS[5], 'MAXLEN', '~', FEED_LENGTH, '*', 't', ARGV[5])
return 'done'
