import type { Feed, Mark } from "../../port/feed.ts";
import { takeLease, writeAside } from "../../storage/index.ts";
import type { Db, Lease } from "../../storage/index.ts";
import { count, eq, query, sql } from "../../storage/queries/index.ts";
import { changes, followers } from "../../storage/tables/index.ts";
import { progressOf } from "./progress.ts";
import { newestMark, readFeed, START } from "./read-feed.ts";
import { addTriggers, dropTriggers } from "./triggers.ts";

interface Follower {
  name: string;
  /** JSON. */
  mark: string;
}

const markOf = query((db, given: { name: string }) =>
  db.select({ mark: followers.mark }).from(followers).where(eq(followers.name, given.name)),
);

const addFollower = query((db, given: Follower) => db.insert(followers).values({ name: given.name, mark: given.mark }));

const moveFollower = query((db, given: Follower) =>
  db.update(followers).set({ mark: given.mark }).where(eq(followers.name, given.name)),
);

const removeFollower = query((db, given: { name: string }) =>
  db.delete(followers).where(eq(followers.name, given.name)),
);

const countFollowers = query((db) => db.select({ count: count() }).from(followers));

const dropConfirmed = query((db) =>
  db.delete(changes).where(sql`${changes.seq} <= (SELECT min(${followers.mark} ->> '$.changes') FROM ${followers})`),
);

const dropAll = query((db) => db.delete(changes));

export function createFeed(db: Db): Feed {
  /** The claims of this feed, by follower. */
  const claims = new Map<string, Lease>();
  return {
    async claim(name) {
      const lease = await takeLease(db, `follower ${name}`);
      if (lease === null) return null;
      claims.set(name, lease);
      return {
        renew: () => writeAside(db, () => lease.renew()),
        async release() {
          claims.delete(name);
          await lease.release();
        },
      };
    },
    follow: (name) =>
      writeAside(db, () => {
        const known = markOf.get(db, { name });
        // For a known follower too: a migration that makes a table again drops its triggers.
        addTriggers(db);
        if (known !== undefined) return JSON.parse(known.mark) as Mark;
        const mark: Mark = { events: 0, changes: newestMark(db).changes, start: START };
        addFollower.run(db, { name, mark: JSON.stringify(mark) });
        return mark;
      }),
    read: async (after, options = {}) => readFeed(db, after, options),
    confirm: (name, mark) =>
      writeAside(db, () => {
        claims.get(name)?.renew();
        moveFollower.run(db, { name, mark: JSON.stringify(mark) });
        dropConfirmed.run(db);
      }),
    unfollow: (name) =>
      writeAside(db, () => {
        removeFollower.run(db, { name });
        if (countFollowers.get(db)?.count !== 0) return void dropConfirmed.run(db);
        dropTriggers(db);
        dropAll.run(db);
      }),
    newest: async () => newestMark(db),
    progress: async (mark) => progressOf(db, mark),
  };
}
