-- What a request that was accepted before had led to.
--
-- KEYS 1 table, 2 answers. ARGV 1 identity. Returns the answer, or nil; nil too at a table that `upgrade.lua` has not seen.
if redis.call('TYPE', KEYS[2]).ok == 'hash' then
  return nil
end
return (earlier(KEYS[1], KEYS[2], ARGV[1]))
