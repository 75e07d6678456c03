import { HogletError } from "../../base/errors.ts";
import type { Feed, Mark } from "../../port/feed.ts";
import type { Db } from "../../storage/index.ts";
import { endHolder, openHolder } from "../../storage/leases/index.ts";
import type { Holder } from "../../storage/leases/index.ts";
import { untilArrived } from "./arrival.ts";
import { createFeed } from "./create-feed.ts";
import type { FeedChanged, FeedVerb } from "./serve-feed.ts";

/** Has the first change its database. @throws HogletError 503 */
export type ChangeFirst = (verb: FeedVerb | "erased", change: object) => Promise<FeedChanged>;

/** @param tell sends a change to the first @returns a function that resolves when its commit is here too */
export function createChangeFirst(db: Db, tell: (change: object) => Promise<unknown>): ChangeFirst {
  return async (verb, change) => {
    const changed = (await tell({ verb, ...change })) as FeedChanged;
    if (changed.count !== null) await untilArrived(db, changed.count);
    return changed;
  };
}

/**
 * The feed of a hoglet that follows another: it reads its own file, and the first writes. A file that is behind gives a prefix. It
 * begins and confirms once the commit is here: its first rows are no older than the triggers, and after a take-over at most the last
 * shipment has to be confirmed again.
 */
export function createFollowerFeed(db: Db, change: ChangeFirst): Feed {
  const { read, newest, progress } = createFeed(db);
  /** By the engine's name, so that a claim whose answer was lost is not another's. */
  const holders = new Map<string, Holder>();
  const claimed = new Set<string>();

  const drop = (name: string) => {
    const holder = holders.get(name);
    if (holder !== undefined) endHolder(holder);
    holders.delete(name);
    claimed.delete(name);
  };
  const asHolder = async (verb: FeedVerb, name: string, more: object = {}) => {
    try {
      return await change(verb, { name, holder: holders.get(name) ?? null, ...more });
    } catch (error) {
      if (error instanceof HogletError && error.code === "lease_lost") drop(name);
      throw error;
    }
  };
  return {
    read,
    newest,
    progress,
    async claim(name) {
      if (claimed.has(name)) return null;
      if (!holders.has(name)) holders.set(name, openHolder());
      if (!(await asHolder("claim", name)).is_done) return null;
      claimed.add(name);
      return {
        renew: async () => void (await asHolder("renew", name)),
        async release() {
          const released = asHolder("release", name);
          // Known here at once, where this process may be about to take over from a first that is gone.
          drop(name);
          // A first that does not answer forgets it after a minute.
          await released.catch(() => {});
        },
      };
    },
    follow: async (name) => (await asHolder("follow", name)).mark as Mark,
    confirm: async (name, mark) => void (await asHolder("confirm", name, { mark })),
    unfollow: async (name) => void (await asHolder("unfollow", name)),
  };
}
