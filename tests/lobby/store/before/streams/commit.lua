-- What an identity that was accepted before had led to, packed as `commit.py` says; nil for a new one. Stands before
-- the scripts that ask.
local function earlier(answers, older, table_key, identity)
  local answer = redis.call('HGET', answers, identity)
  if answer then
    return answer
  end
  -- Tables from before there were answers: a score holds version, secret steps (15 bits) and last event (17 bits).
  local score = redis.call('ZSCORE', older, identity)
  if not score then
    return nil
  end
  local version, rest = math.floor(score / 2^32), score % 2^32
  local numbers = struct.pack('>I8I8', version - math.floor(rest / 2^17), rest % 2^17)
  return numbers .. string.rep('\0', 8) .. (redis.call('HGET', table_key, 'a' .. identity) or '')
end

-- One change of one table: all of it or nothing.
--
-- KEYS 1 table, 2 events, 3 choices, 4 answers, 5 answered, 6 deadlines, 7 feed, 8 requests of older tables, then keys of
--      index operations.
-- ARGV 1 identity of the commit
--      2 version that it builds on ('0' for a new table)
--      3 new version
--      4 meta
--      5 '1' if standing and position follow in 6 and 7, else '0'
--      6 standing
--      7 position
--      8 what a repeat is answered with
--      9 how many identities are remembered
--     10 for how many milliseconds after the last commit
--     11 deadline ('0' for none)
--     12 table id
--     13 feed entry
--     14 length to which the feed is trimmed
--     15 number of events, then two values each: entry id, payload; the field name is the first byte of the payload
--     then number of journal entries, then the entries
--     then index operations, four values each: command, key number, score or '', member
--
-- Returns {'done'}, {'repeated', answer} or {'conflict', version in the store}.
local answer = earlier(KEYS[4], KEYS[8], KEYS[1], ARGV[1])
if answer then
  return {'repeated', answer}
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
redis.call('HSET', KEYS[4], ARGV[1], ARGV[8])
if redis.call('RPUSH', KEYS[5], ARGV[1]) > tonumber(ARGV[9]) then
  redis.call('HDEL', KEYS[4], redis.call('LPOP', KEYS[5]))
end
redis.call('PEXPIRE', KEYS[4], ARGV[10])
redis.call('PEXPIRE', KEYS[5], ARGV[10])
if ARGV[11] == '0' then
  redis.call('ZREM', KEYS[6], ARGV[12])
else
  redis.call('ZADD', KEYS[6], ARGV[11], ARGV[12])
end
local at = 16
for _ = 1, tonumber(ARGV[15]) do
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
redis.call('XADD', KEYS[7], 'MAXLEN', '~', ARGV[14], '*', 't', ARGV[13])
return {'done'}
