-- Claims tables whose deadline has passed, for one clock worker, for a limited time; nothing is removed.
--
-- KEYS deadlines and leases of each shard, in turn. ARGV 1 now, 2 end of the lease, 3 most tables a shard.
-- Returns the number of tables due, then ids and deadlines of those that were claimed, in turn.
local most = tonumber(ARGV[3])
local answer, total = {0}, 0
for at = 1, #KEYS, 2 do
  local deadlines, leases = KEYS[at], KEYS[at + 1]
  -- Most shards have nothing due; one look at each is all that they cost.
  if redis.call('EXISTS', deadlines) == 1 then
    redis.call('ZREMRANGEBYSCORE', leases, '-inf', ARGV[1])
    -- Tables under a lease are still due; look beyond as many of them as there are.
    local due = redis.call('ZRANGEBYSCORE', deadlines, '-inf', ARGV[1], 'WITHSCORES', 'LIMIT', 0, most + redis.call('ZCARD', leases))
    local claimed = 0
    for i = 1, #due, 2 do
      if claimed == most then
        break
      end
      if redis.call('ZADD', leases, 'NX', ARGV[2], due[i]) == 1 then
        claimed = claimed + 1
        answer[#answer + 1] = due[i]
        answer[#answer + 1] = due[i + 1]
      end
    end
    if #due > 0 then
      total = total + redis.call('ZCOUNT', deadlines, '-inf', ARGV[1])
    end
  end
end
answer[1] = total
return answer
