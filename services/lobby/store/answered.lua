-- What a request that was accepted before had led to.
--
-- KEYS 1 table, 2 answers, 3 requests of older tables. ARGV 1 identity. Returns the answer, or nil.
return earlier(KEYS[2], KEYS[3], KEYS[1], ARGV[1])
