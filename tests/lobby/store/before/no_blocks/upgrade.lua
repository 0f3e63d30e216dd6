local REMEMBERED, IDENTITY, RECORD = 128, 12, 29
local FEED_LENGTH = '1000'
-- What an identity that was accepted before had led to. Stands before the scripts that ask, behind REMEMBERED and RECORD.
-- Brings a table of the layout before to the one of `commit.lua`; see `keys.py`.
--
-- KEYS 1 table, 2 answers, 3 events, then keys that there are no more: first the identities of the answers, in order.
if redis.call('EXISTS', KEYS[1]) == 0 or redis.call('HEXISTS', KEYS[1], 'answered') == 1 then
  return 0
end
local history = redis.call('XRANGE', KEYS[3], '-', '+')
redis.call('DEL', KEYS[3])
for _, entry in ipairs(history) do
  redis.call('RPUSH', KEYS[3], entry[2][1] .. entry[2][2])
end
local ring, answered = '', 0
for _, identity in ipairs(redis.call('LRANGE', KEYS[4], -REMEMBERED, -1)) do
  local answer = redis.call('HGET', KEYS[2], identity)
  if answer then
    local version, last_event = struct.unpack('>I8I8', answer)
    local content, response = string.sub(answer, 17, 24), string.sub(answer, 25)
    ring = ring .. identity .. struct.pack('>I4I4', version, last_event) .. content
    if response == '' then
      ring = ring .. '\0'
    else
      ring = ring .. '\1'
      redis.call('HSET', KEYS[1], 'response' .. answered, response)
    end
    answered = answered + 1
  end
end
redis.call('SET', KEYS[2], ring)
redis.call('HSET', KEYS[1], 'answered', answered)
local standing, position = unpack(redis.call('HMGET', KEYS[1], 'standing', 'position'))
if standing then
  redis.call('HSET', KEYS[1], 'game', struct.pack('>I4I4', 0, #standing) .. standing .. position)
  redis.call('HDEL', KEYS[1], 'standing', 'position')
end
redis.call('UNLINK', unpack(KEYS, 4))
return 1
