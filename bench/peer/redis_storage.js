// boardgame.io's storage in Redis, as its interface asks for it: a hash a match, and a list for its log.
import { createRequire } from 'node:module';

import { Redis } from 'ioredis';

const { Async } = createRequire(import.meta.url)('boardgame.io/internal');
const FIELDS = { state: 'state', metadata: 'metadata', initialState: 'initial' };

/** A match's state is written whole at each move, and its log grown, in one round trip with those of other matches. */
export class RedisStorage extends Async {
  constructor(url) {
    super();
    this.redis = new Redis(url, { enableAutoPipelining: true });
  }

  async connect() {}

  async createMatch(id, { initialState, metadata }) {
    const state = JSON.stringify(initialState);
    await this.redis.hset(matchKey(id), { initial: state, state, metadata: JSON.stringify(metadata) });
  }

  async setState(id, state, log) {
    const written = [this.redis.hset(matchKey(id), 'state', JSON.stringify(state))];
    if (log?.length) written.push(this.redis.rpush(logKey(id), ...log.map((each) => JSON.stringify(each))));
    await Promise.all(written);
  }

  async setMetadata(id, metadata) {
    await this.redis.hset(matchKey(id), 'metadata', JSON.stringify(metadata));
  }

  async fetch(id, wanted) {
    const names = Object.keys(FIELDS).filter((name) => wanted[name]);
    const found = {};
    if (names.length) {
      const values = await this.redis.hmget(matchKey(id), ...names.map((name) => FIELDS[name]));
      names.forEach((name, place) => {
        found[name] = values[place] ? JSON.parse(values[place]) : undefined;
      });
    }
    if (wanted.log) found.log = (await this.redis.lrange(logKey(id), 0, -1)).map((each) => JSON.parse(each));
    return found;
  }

  async wipe(id) {
    await this.redis.del(matchKey(id), logKey(id));
  }

  async listMatches() {
    return [];
  }
}

// Both keys of a match lie in one slot of a cluster.
const matchKey = (id) => `{${id}}`;
const logKey = (id) => `{${id}}:log`;
