-- Returns since when a player has been a subscriber, as text, or '0'; one whose settings have expired is none any more.
--
-- KEYS 1 subscriber, 2 subscribers, 3 number of their last change. ARGV 1 player.
count(KEYS[1], KEYS[2], KEYS[3], ARGV[1], '0')
return redis.call('ZSCORE', KEYS[2], ARGV[1]) or '0'
