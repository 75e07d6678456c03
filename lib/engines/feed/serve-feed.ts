import * as v from "valibot";
import { invalid } from "../../base/errors.ts";
import type { Mark } from "../../port/feed.ts";
import { leaseOf, takeLease } from "../../storage/leases/index.ts";
import { writeAside } from "../../storage/index.ts";
import type { Db } from "../../storage/index.ts";
import { claimOf, createFeed } from "./create-feed.ts";

const Whole = v.pipe(v.number(), v.integer(), v.minValue(0));
const Text = v.pipe(v.string(), v.minLength(1), v.maxLength(300));

const MarkInput = v.object({
  events: Whole,
  changes: Whole,
  start: v.exactOptional(
    v.object({
      kind: v.picklist(["person", "distinct-id", "group", "member"]),
      after: v.pipe(v.tuple([Whole, Whole]), v.readonly()),
    }),
  ),
  note: v.exactOptional(Text),
});

/** A verb of the feed that writes, from the hoglet that follows this one and ships from there. */
export const FeedChange = {
  /** The engine's name as a follower. */
  name: Text,
  /** The process that has the claim, or wants it; null = none has. */
  holder: v.optional(v.nullable(v.object({ id: Text, host: Text })), null),
  /** The place that `confirm` notes. */
  mark: v.exactOptional(MarkInput),
};
type FeedChange = v.InferOutput<v.ObjectSchema<typeof FeedChange, undefined>>;

export const FEED_VERBS = ["follow", "claim", "renew", "release", "confirm", "unfollow"] as const;
export type FeedVerb = (typeof FEED_VERBS)[number];

/** The answer to a change that a follower has asked for. */
export const FeedChanged = v.pipe(
  v.object({
    /** False = another process has the claim, or the receipt does not wait for this copy. */
    is_done: v.boolean(),
    /** After `follow`: the mark that was confirmed last. */
    mark: v.nullable(MarkInput),
    /** The follower's file has the change once it has this count; null = it need not wait. */
    count: v.nullable(Whole),
  }),
  v.examples([{ is_done: true, mark: { events: 48_210, changes: 731 }, count: 12 }]),
);
export type FeedChanged = v.InferOutput<typeof FeedChanged>;

/**
 * Runs a verb for a process on another machine. @returns the mark, after `follow`; else whether it was done
 * @throws HogletError 503 `lease_lost`; 400 without the mark of `confirm`
 */
export async function changeFeed(db: Db, verb: FeedVerb, { name, holder, mark }: FeedChange): Promise<Mark | boolean> {
  const lease = leaseOf(db, claimOf(name), holder?.id ?? "");
  const feed = createFeed(db, new Map(holder === null ? [] : [[name, lease]]));
  if (verb === "follow") return feed.follow(name);
  if (verb === "claim") return holder !== null && (await takeLease(db, claimOf(name), holder)) !== null;
  if (verb === "renew") await writeAside(db, () => lease.renew());
  if (verb === "release") await lease.release();
  if (verb === "unfollow") await feed.unfollow(name);
  if (verb === "confirm" && mark === undefined) throw invalid("mark", "The mark is missing.", "required");
  if (verb === "confirm") await feed.confirm(name, mark as Mark);
  return true;
}
