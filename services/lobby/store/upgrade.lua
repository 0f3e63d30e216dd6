-- Brings a table of a layout before to the one of `commit.lua`; see `keys.py`.
--
-- KEYS 1 table, 2 answers, 3 events, then keys that there are no more: first the identities of the answers, in order.
local version, commits, answered = unpack(redis.call('HMGET', KEYS[1], 'version', 'commits', 'answered'))
if not version or commits then
  return 0
end

-- A record of the ring: the identity, version and last event, the digest, whether the table has a response.
local function record(identity, numbers, content, responds)
  return string.sub(identity, 1, IDENTITY) .. numbers .. string.sub(content, 1, CONTENT) .. responds
end

local ring = {}
if answered then
  local long = redis.call('GET', KEYS[2]) or ''
  for at = 1, #long, 29 do
    local numbers, responds = string.sub(long, at + 12, at + 19), string.sub(long, at + 28, at + 28)
    ring[#ring + 1] = record(string.sub(long, at, at + 11), numbers, string.sub(long, at + 20, at + 27), responds)
  end
else
  local history = redis.call('XRANGE', KEYS[3], '-', '+')
  redis.call('DEL', KEYS[3])
  for _, entry in ipairs(history) do
    redis.call('RPUSH', KEYS[3], entry[2][1] .. entry[2][2])
  end
  answered = 0
  for _, identity in ipairs(redis.call('LRANGE', KEYS[4], -REMEMBERED, -1)) do
    local answer = redis.call('HGET', KEYS[2], identity)
    if answer then
      local version, last_event = struct.unpack('>I8I8', answer)
      local numbers, content = struct.pack('>I4I4', version, last_event), string.sub(answer, 17, 24)
      local response = string.sub(answer, 25)
      if response == '' then
        ring[#ring + 1] = record(identity, numbers, content, '\0')
      else
        ring[#ring + 1] = record(identity, numbers, content, '\1')
        redis.call('HSET', KEYS[1], 'response' .. answered, response)
      end
      answered = answered + 1
    end
  end
  local standing, position = unpack(redis.call('HMGET', KEYS[1], 'standing', 'position'))
  if standing then
    redis.call('HSET', KEYS[1], 'game', struct.pack('>I4I4', 0, #standing) .. standing .. position)
    redis.call('HDEL', KEYS[1], 'standing', 'position')
  end
  redis.call('UNLINK', unpack(KEYS, 4))
end
redis.call('LPUSH', KEYS[3], BEGINNING)
redis.call('SET', KEYS[2], table.concat(ring))
redis.call('HSET', KEYS[1], 'commits', answered)
redis.call('HDEL', KEYS[1], 'answered')
return 1
