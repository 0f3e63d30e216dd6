-- One change of one table: all of it or nothing.
--
-- KEYS 1 table, 2 events, 3 choices, 4 requests, 5 deadlines, 6 feed, then keys of index operations.
-- ARGV 1 identity of the commit
--      2 version that it builds on ('0' for a new table)
--      3 new version
--      4 meta
--      5 '1' if standing and position follow in 6 and 7, else '0'
--      6 standing
--      7 position
--      8 score of the identity: what a repeat is answered with
--      9 how many identities are remembered
--     10 deadline ('0' for none)
--     11 table id
--     12 feed entry
--     13 length to which the feed is trimmed
--     14 number of events, then two values each: entry id, payload; the field name is the first byte of the payload
--     then number of journal entries, then the entries
--     then index operations, four values each: command, key number, score or '', member
--
-- Returns {'done', ''}, {'repeated', score} or {'conflict', version in the store}.
local repeated = redis.call('ZSCORE', KEYS[4], ARGV[1])
if repeated then
  return {'repeated', repeated}
end
local version = redis.call('HGET', KEYS[1], 'version') or '0'
if version ~= ARGV[2] then
  return {'conflict', version}
end
if ARGV[5] == '1' then
  redis.call('HSET', KEYS[1], 'version', ARGV[3], 'meta', ARGV[4], 'standing', ARGV[6], 'position', ARGV[7])
else
  redis.call('HSET', KEYS[1], 'version', ARGV[3], 'meta', ARGV[4])
end
redis.call('ZADD', KEYS[4], ARGV[8], ARGV[1])
if tonumber(ARGV[3]) > tonumber(ARGV[9]) then
  redis.call('ZREMRANGEBYRANK', KEYS[4], 0, -1 - tonumber(ARGV[9]))
end
if ARGV[10] == '0' then
  redis.call('ZREM', KEYS[5], ARGV[11])
else
  redis.call('ZADD', KEYS[5], ARGV[10], ARGV[11])
end
local at = 15
for _ = 1, tonumber(ARGV[14]) do
  redis.call('XADD', KEYS[2], ARGV[at], string.sub(ARGV[at + 1], 1, 1), string.sub(ARGV[at + 1], 2))
  at = at + 2
end
local entries = tonumber(ARGV[at])
at = at + 1
for _ = 1, entries do
  redis.call('RPUSH', KEYS[3], ARGV[at])
  at = at + 1
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
redis.call('XADD', KEYS[6], 'MAXLEN', '~', ARGV[13], '*', 't', ARGV[12])
return {'done', ''}
