import * as v from "valibot";
import { Count, Instant } from "../../base/answer-scalars.ts";
import { OWN_COPIES, ownCopiesGoneBy } from "./own-copies.ts";
import type { Db } from "../../storage/index.ts";
import { asc, query } from "../../storage/queries/index.ts";
import { followers } from "../../storage/tables/index.ts";

/** An engine's copy after it was erased, as `port/engine.ts` describes it. */
export interface ErasedCopy {
  follower: string;
  rows: Record<string, number>;
  events: { untilSeq: number; counts: ReadonlyMap<number, number> };
}

/** A copy of the events outside the database (the option `engine`), and what became of the deleted rows in it. */
export const CopyReceipt = v.object({
  /** The name under which the engine follows, such as `clickhouse`; `copies` = those that hoglet makes (the option `copies`). */
  name: v.string(),
  /**
   * Time when no file of the copy held a deleted row any more; ISO text. Null = not yet: answers are without the rows, and hoglet goes
   * on by itself until their bytes are gone too.
   */
  erased_at: v.nullable(Instant),
  /** Rows taken out of the copy's files, by table, for this and all deletions that were erased together with it. Null = not yet, or hoglet's own copies, which go whole. */
  erased: v.nullable(v.record(v.string(), Count)),
  /** The project's events that stayed, counted in both stores up to the same event; equal. Null = not yet, or hoglet's own copies. */
  kept: v.nullable(v.object({ database: Count, copy: Count })),
  /** Hoglet's own copies leave by their age (`keep`): the time by which no kept moment is older than the deletion; ISO text. */
  gone_by: v.exactOptional(Instant),
});
export interface CopyReceipt extends v.InferOutput<typeof CopyReceipt> {}

const followerNames = query((db) => db.select({ name: followers.name }).from(followers).orderBy(asc(followers.name)));

/** The copies that a deletion now has to reach; none = only the database has the events. */
export function waitingCopies(db: Db, nowMs: number): { copies?: CopyReceipt[] } {
  const copies = followerNames.all(db).map(({ name }) => toWaiting(name));
  const goneBy = ownCopiesGoneBy(db, nowMs);
  if (goneBy !== null) copies.push({ ...toWaiting(OWN_COPIES), gone_by: goneBy });
  return copies.length === 0 ? {} : { copies };
}

function toWaiting(name: string): CopyReceipt {
  return { name, erased_at: null, erased: null, kept: null };
}
