-- The time of the server that has the clock's keys, as every process is to know it.
--
-- KEYS 1 any key of the clock. Returns seconds and microseconds since the epoch.
return redis.call('TIME')
