-- What an identity that was accepted before had led to. Stands before the scripts that ask, behind REMEMBERED and RECORD.
--
-- A table's answers are a ring of records, one for each of its last REMEMBERED commits: identity, then what `pack_answer`
-- makes of version, last event and digest; its last byte says whether the table's hash has a response for the record.
-- Gives the answer (nil for a new identity), and the ring (nil where there is none yet).
local function earlier(table_key, answers, identity)
  local ring = redis.call('GET', answers)
  local at = ring and string.find(ring, identity, 1, true)
  if not at then
    return nil, ring
  end
  local head = string.sub(ring, at + #identity, at + RECORD - 1)
  return head .. (redis.call('HGET', table_key, 'response' .. math.floor(at / RECORD)) or ''), ring
end

