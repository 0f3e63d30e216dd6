-- A table's history as it is kept, at one moment.
--
-- KEYS 1 events, 2 choices. Returns all of the one and all of the other.
return {redis.call('LRANGE', KEYS[1], 0, -1), redis.call('LRANGE', KEYS[2], 0, -1)}
