-- What a request that was accepted before had led to.
--
-- KEYS 1 table, 2 answers. ARGV 1 identity. Returns the answer, or nil.
return (earlier(KEYS[1], KEYS[2], ARGV[1]))
