-- Deletes how a player is notified, and all that waits to be sent.
--
-- KEYS 1 subscriber, 2 subscribers, 3 number of their last change, 4 waiting. ARGV 1 player.
redis.call('DEL', KEYS[1], KEYS[4])
count(KEYS[1], KEYS[2], KEYS[3], ARGV[1], '0')
return 1
