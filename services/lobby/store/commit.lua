-- One change of one table: all of it or nothing.
--
-- KEYS 1 table, 2 events, 3 choices, 4 requests, 5 deadlines, 6 feed, 7 contents, then keys of index operations.
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
--     14 digest of what was asked for ('' where nobody will ask again)
--     15 the answer, where a repeat is to be given the same one ('' for none)
--     16 number of events, then two values each: entry id, payload; the field name is the first byte of the payload
--     then number of journal entries, then the entries
--     then index operations, four values each: command, key number, score or '', member
--
-- Returns {'done'}, {'repeated', score, digest, answer} or {'conflict', version in the store}.
local repeated = redis.call('ZSCORE', KEYS[4], ARGV[1])
if repeated then
  local digest = redis.call('HGET', KEYS[7], ARGV[1]) or ''
  return {'repeated', repeated, digest, redis.call('HGET', KEYS[1], 'a' .. ARGV[1]) or ''}
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
if ARGV[14] ~= '' then
  redis.call('HSET', KEYS[7], ARGV[1], ARGV[14])
end
if ARGV[15] ~= '' then
  redis.call('HSET', KEYS[1], 'a' .. ARGV[1], ARGV[15])
end
local surplus = redis.call('ZCARD', KEYS[4]) - tonumber(ARGV[9])
if surplus > 0 then
  local oldest = redis.call('ZPOPMIN', KEYS[4], surplus)
  for i = 1, #oldest, 2 do
    redis.call('HDEL', KEYS[7], oldest[i])
    redis.call('HDEL', KEYS[1], 'a' .. oldest[i])
  end
end
if ARGV[10] == '0' then
  redis.call('ZREM', KEYS[5], ARGV[11])
else
  redis.call('ZADD', KEYS[5], ARGV[10], ARGV[11])
end
local at = 17
for _ = 1, tonumber(ARGV[16]) do
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
return {'done'}
