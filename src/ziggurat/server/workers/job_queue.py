"""The queue of jobs in Redis: what it looks like there, and the scripts that change it, each in one step.

Nothing durable is here: if Redis loses everything, servers notice that their jobs are gone and do them themselves.

- `queue:P` (sorted set): the jobs of priority P that wait, by their turn.
- `job:ID` (hash): a job, until it is done, cancelled, or of no use any more.
- `leases` (sorted set): the jobs that a worker has, by the time at which it loses them unless it renews the lease. A worker that is gone loses its jobs so:
  whoever takes the next job puts them back first.
- `workers` (sorted set): the workers, by the time until which they are believed to be alive.
- `answers:SERVER` (list): results for one server process.
- `wake` (list): wakes workers that wait for a job.
- `had:SHARE`, `level`: turns. Every address has a share: its next job comes after all that its earlier jobs took, and who comes anew starts level with the job
  that was taken last (start-time fair queueing). So an address with many jobs keeps another one waiting for no longer than the jobs that run.

All times are milliseconds of Redis's own clock.
"""

from __future__ import annotations

import hashlib

from ziggurat import __version__

LEASE_MS = 3_000  # a worker that has said nothing for so long is taken for dead
RENEW_SECONDS = 0.5
MOST_TRIES = 3  # workers that may die over one job; then the server does it itself
PREFIX = f"{{ziggurat:work:{__version__}}}:"
"""Before every key: servers and workers of another version are strangers. (The braces put all keys into one slot of a Redis cluster.)"""
DONE, REFUSED, FAILED, GIVEN_UP = "done", "refused", "failed", "given up"

HEAD = """
local p = KEYS[1]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
"""
REQUEUE = """
local function requeue(id)
    local job = p .. 'job:' .. id
    redis.call('ZREM', p .. 'leases', id)
    redis.call('HDEL', job, 'worker')
    local known = redis.call('HMGET', job, 'priority', 'turn')
    if known[1] then
        redis.call('ZADD', p .. 'queue:' .. known[1], known[2], id)
        redis.call('LPUSH', p .. 'wake', '1')
        redis.call('LTRIM', p .. 'wake', 0, 63)
    end
end
"""
WHOLE = """
local function is_whole(id)
    local known = redis.pcall('HMGET', p .. 'job:' .. id, 'server', 'share', 'body', 'priority', 'turn', 'cost', 'until', 'tries')
    if known.err or not string.match(id, '^[%w_-]+$') then
        return false
    end
    for place = 1, 8 do
        if not known[place] or (place > 3 and not tonumber(known[place])) then
            return false
        end
    end
    return true
end
"""  # what no server of ours has sent is dropped: an error in the midst of a script would cost the worker its time, or come again and again
SUBMIT = (
    HEAD
    + """
local id, priority, share, cost, ms, server, body = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4]), tonumber(ARGV[5]), ARGV[6], ARGV[7]
local had = p .. 'had:' .. share
local turn = math.max(tonumber(redis.call('GET', p .. 'level') or 0), tonumber(redis.call('GET', had) or 0))
redis.call('SET', had, turn + cost, 'PX', 3600000)
local job = p .. 'job:' .. id
redis.call('HSET', job, 'priority', priority, 'share', share, 'cost', cost, 'turn', turn, 'until', now + ms, 'server', server, 'tries', 0, 'body', body)
redis.call('PEXPIRE', job, ms + 60000)
redis.call('ZADD', p .. 'queue:' .. priority, turn, id)
redis.call('LPUSH', p .. 'wake', '1')
redis.call('LTRIM', p .. 'wake', 0, 63)
return turn
"""
)
TAKE = (
    HEAD
    + REQUEUE
    + WHOLE
    + """
local worker, lease, tries, priorities = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
for _, id in ipairs(redis.call('ZRANGEBYSCORE', p .. 'leases', '-inf', now, 'LIMIT', 0, 64)) do
    local job = p .. 'job:' .. id
    if not is_whole(id) then
        redis.call('ZREM', p .. 'leases', id)
        redis.call('DEL', job)
    else
        if redis.call('HINCRBY', job, 'tries', 1) >= tries then
            local answers = p .. 'answers:' .. redis.call('HGET', job, 'server')
            redis.call('RPUSH', answers, id .. '\\ngiven up\\n0\\n')
            redis.call('PEXPIRE', answers, 60000)
            redis.call('DEL', job)
        end
        requeue(id)
    end
end
for priority = 0, priorities - 1 do
    local queue = p .. 'queue:' .. priority
    local first = redis.call('ZPOPMIN', queue)
    while first[1] do
        local id, job = first[1], p .. 'job:' .. first[1]
        if is_whole(id) and tonumber(redis.call('HGET', job, 'until')) > now then
            redis.call('HSET', job, 'worker', worker)
            redis.call('ZADD', p .. 'leases', now + lease, id)
            redis.call('SET', p .. 'level', math.max(tonumber(redis.call('GET', p .. 'level') or 0), tonumber(first[2])), 'PX', 3600000)
            return {id, redis.call('HGET', job, 'body')}
        end
        redis.call('DEL', job)
        first = redis.call('ZPOPMIN', queue)
    end
end
return false
"""
)
RENEW = (
    HEAD
    + """
local worker, lease = ARGV[1], tonumber(ARGV[2])
redis.call('ZREMRANGEBYSCORE', p .. 'workers', '-inf', now)
redis.call('ZADD', p .. 'workers', now + lease, worker)
local lost = {}
for place = 3, #ARGV do
    if redis.call('HGET', p .. 'job:' .. ARGV[place], 'worker') == worker then
        redis.call('ZADD', p .. 'leases', now + lease, ARGV[place])
    else
        lost[#lost + 1] = ARGV[place]
    end
end
return lost
"""
)
FINISH = (
    HEAD
    + """
local worker, id, how, took, result = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4]), ARGV[5]
local job = p .. 'job:' .. id
local known = redis.call('HMGET', job, 'worker', 'server', 'share', 'cost')
if known[1] ~= worker then
    return 0
end
local had = p .. 'had:' .. known[3]
redis.call('SET', had, tonumber(redis.call('GET', had) or 0) + took - tonumber(known[4]), 'PX', 3600000)
local answers = p .. 'answers:' .. known[2]
redis.call('RPUSH', answers, id .. '\\n' .. how .. '\\n' .. took .. '\\n' .. result)
redis.call('PEXPIRE', answers, 60000)
redis.call('ZREM', p .. 'leases', id)
redis.call('DEL', job)
return 1
"""
)
GIVE_BACK = (
    HEAD
    + REQUEUE
    + """
for place = 2, #ARGV do
    if redis.call('HGET', p .. 'job:' .. ARGV[place], 'worker') == ARGV[1] then
        requeue(ARGV[place])
    end
end
redis.call('ZREM', p .. 'workers', ARGV[1])
"""
)
CANCEL = """
local p = KEYS[1]
local id = ARGV[1]
local known = redis.call('HMGET', p .. 'job:' .. id, 'priority', 'worker', 'share', 'cost')
if known[1] then
    redis.call('ZREM', p .. 'queue:' .. known[1], id)
    if not known[2] then
        redis.call('INCRBYFLOAT', p .. 'had:' .. known[3], -tonumber(known[4]))
        redis.call('PEXPIRE', p .. 'had:' .. known[3], 3600000)
    end
end
redis.call('ZREM', p .. 'leases', id)
redis.call('DEL', p .. 'job:' .. id)
"""
STANDING = (
    HEAD
    + """
local gone = {}
for place = 1, #ARGV do
    if redis.call('EXISTS', p .. 'job:' .. ARGV[place]) == 0 then
        gone[#gone + 1] = ARGV[place]
    end
end
return {redis.call('ZCOUNT', p .. 'workers', '(' .. now, '+inf'), gone}
"""
)


def share_of(address: str) -> str:
    """The name of an address's share: no network address is written down."""
    return hashlib.blake2b(address.encode(), digest_size=8, person=b"zig-share").hexdigest()
