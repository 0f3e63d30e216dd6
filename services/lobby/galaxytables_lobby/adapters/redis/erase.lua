-- Forgets the remembered answers of a table that name somebody, and looks whether anything else there does.
--
-- KEYS 1 table, 2 answers, 3 messages, 4 how it stood. ARGV what names them. Stands behind RECORD.
-- Returns 1 where they are still named, else 0. A request whose answer is forgotten counts as one never made.
local function names(text)
  for _, word in ipairs(ARGV) do
    if string.find(text, word, 1, true) then
      return true
    end
  end
  return false
end

local named, fields = 0, redis.call('HGETALL', KEYS[1])
for at = 1, #fields, 2 do
  if names(fields[at + 1]) then
    local slot = string.match(fields[at], '^response(%d+)$')
    if slot then
      redis.call('HDEL', KEYS[1], fields[at])
      redis.call('SETRANGE', KEYS[2], slot * RECORD, string.rep('\0', RECORD))
    else
      named = 1
    end
  end
end
for list = 3, 4 do
  for _, entry in ipairs(redis.call('LRANGE', KEYS[list], 0, -1)) do
    if names(entry) then
      named = 1
    end
  end
end
return named
