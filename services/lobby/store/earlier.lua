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

