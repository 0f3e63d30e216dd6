-- Claims tables whose deadline has passed, for one clock worker, for a limited time; nothing is removed.
--
-- KEYS 1 deadlines, 2 leases. ARGV 1 now, 2 end of the lease, 3 most tables.
-- Returns {ids and deadlines in turn, number of tables due}.
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', ARGV[1])
local most = tonumber(ARGV[3])
local claimed = {}
-- Tables under a lease are still due; look beyond as many of them as there are.
local due = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'WITHSCORES', 'LIMIT', 0, most + redis.call('ZCARD', KEYS[2]))
for i = 1, #due, 2 do
  if #claimed >= 2 * most then
    break
  end
  if redis.call('ZADD', KEYS[2], 'NX', ARGV[2], due[i]) == 1 then
    claimed[#claimed + 1] = due[i]
    claimed[#claimed + 1] = due[i + 1]
  end
end
return {claimed, redis.call('ZCOUNT', KEYS[1], '-inf', ARGV[1])}
