import type { Feed, Mark } from "../../port/feed.ts";
import { writeAside, writeNow } from "../../storage/index.ts";
import type { Db } from "../../storage/index.ts";
import { takeLease } from "../../storage/leases/index.ts";
import type { Lease } from "../../storage/leases/index.ts";
import { count, eq, query, sql } from "../../storage/queries/index.ts";
import { changes, followers } from "../../storage/tables/index.ts";
import { progressOf } from "./progress.ts";
import { newestMark, readFeed, START } from "./read-feed.ts";
import { addTriggers, dropTriggers, hasTriggers } from "./triggers.ts";

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

/** The name of the lease behind a follower's claim. */
export const claimOf = (name: string) => `follower ${name}`;

/** Begins to note changes again where a migration has dropped a trigger, before anything is written. */
export function restoreFeed(db: Db): void {
  if ((countFollowers.get(db)?.count ?? 0) > 0 && !hasTriggers(db)) writeNow(db, () => addTriggers(db));
}

/** @param claims those of this feed, by follower */
export function createFeed(db: Db, claims = new Map<string, Lease>()): Feed {
  return {
    async claim(name) {
      const lease = await takeLease(db, claimOf(name));
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
