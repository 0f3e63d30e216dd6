-- Takes from a bucket that fills evenly; what is kept is when it is full again, so that a full one is no key at all.
--
-- KEYS 1 the bucket. ARGV 1 now, 2 how many to take (0: only look for one), 3 most, 4 milliseconds in which it fills.
-- Returns 0, or the milliseconds until there is enough; then nothing was taken.
local now, taken = tonumber(ARGV[1]), tonumber(ARGV[2])
local each = tonumber(ARGV[4]) / tonumber(ARGV[3])
local full = math.max(tonumber(redis.call('GET', KEYS[1]) or '0'), now)
local wait = full + math.max(taken, 1) * each - now - tonumber(ARGV[4])
if wait > 0.5 then
  return math.ceil(wait)
end
if taken > 0 then
  full = full + taken * each
  redis.call('SET', KEYS[1], string.format('%.3f', full), 'PX', math.ceil(full - now) + 1)
end
return 0
