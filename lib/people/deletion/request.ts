import type { Author } from "../../admin/activity/index.ts";
import type { Context } from "../context.ts";
import { newestSeq } from "../../log/index.ts";
import { toJson } from "../../storage/index.ts";
import { and, asc, eq, insertInto, query } from "../../storage/queries/index.ts";
import { deletions as requests, distinctIds } from "../../storage/tables/index.ts";
import { notifyRequest } from "./on-request.ts";

/** A row of `deletions`. */
export type DeletionRow = typeof requests.$inferSelect;

/** The data that a request deletes. */
export type RequestTarget = Pick<DeletionRow, "projectId" | "kind" | "key">;

/** The last `seq` and the instant (epoch ms) up to which a distinct id was the person's. */
export type OwnedUntil = [untilSeq: number, untilMs: number];

/** The person whose events a request deletes. */
export interface DeletionRequest {
  projectId: number;
  /** The person must still exist. */
  uuid: string;
  personId: number;
  by: Author;
}

/** The ordinals of a person's distinct ids. */
export const ordinalsOf = query((db, given: { personId: number }) =>
  db
    .select({ id: distinctIds.id })
    .from(distinctIds)
    .where(eq(distinctIds.personId, given.personId))
    .orderBy(asc(distinctIds.id)),
);

/**
 * Queues a person's current events. Call it inside the transaction, before the removal. A waiting request is extended
 * to now; after a running or finished one a new request is created (a person who came back has the same UUID). Each
 * distinct id keeps its own end, since it may be another person's by now. @returns the request's id
 */
export function requestDeletion(
  ctx: Pick<Context, "db" | "clock" | "deletions">,
  { projectId, uuid, personId, by }: DeletionRequest,
): number {
  const ordinals = ordinalsOf.all(ctx.db, { personId });
  return storeRequest(ctx, { projectId, kind: "person", key: uuid }, by, (waiting, until) => {
    const reaches = waiting === undefined ? new Map<number, OwnedUntil>() : readReaches(waiting);
    for (const { id } of ordinals) reaches.set(id, until);
    return reaches;
  });
}

// Index deletions_by_key.
const waitingRequest = query((db, given: RequestTarget) =>
  db
    .select()
    .from(requests)
    .where(
      and(
        eq(requests.projectId, given.projectId),
        eq(requests.kind, given.kind),
        eq(requests.key, given.key),
        eq(requests.status, "pending"),
      ),
    ),
);

const CHANGES = ["distinctIdIds", "reach", "untilSeq", "createdBy", "createdAt"] as const;

const addRequest = insertInto(requests, ["projectId", "kind", "key", ...CHANGES]);

const extendRequest = query((db, given: Pick<DeletionRow, "id" | (typeof CHANGES)[number]>) =>
  db
    .update(requests)
    .set({
      distinctIdIds: given.distinctIdIds,
      reach: given.reach,
      untilSeq: given.untilSeq,
      createdBy: given.createdBy,
      createdAt: given.createdAt,
    })
    .where(eq(requests.id, given.id)),
);

/**
 * Extends the request that waits for the same data to now, or adds one, in the caller's transaction.
 * @param toReaches a person's distinct ids by ordinal; none for other kinds @returns the request's id
 */
export function storeRequest(
  { db, clock, deletions }: Pick<Context, "db" | "clock" | "deletions">,
  target: RequestTarget,
  by: Author,
  toReaches: (waiting: DeletionRow | undefined, until: OwnedUntil) => ReadonlyMap<number, OwnedUntil> = () => new Map(),
): number {
  const nowMs = clock.now();
  notifyRequest({ deletions }, nowMs);
  const untilSeq = newestSeq(db);
  const waiting = waitingRequest.get(db, target);
  const reaches = toReaches(waiting, [untilSeq, nowMs]);
  const changes = {
    distinctIdIds: JSON.stringify([...reaches.keys()]),
    reach: JSON.stringify([...reaches.values()]),
    untilSeq,
    createdBy: toJson(by),
    createdAt: nowMs,
  };
  if (waiting === undefined) return Number(addRequest.run(db, { ...target, ...changes }).lastInsertRowid);
  extendRequest.run(db, { id: waiting.id, ...changes });
  return waiting.id;
}

/** The reach of each ordinal, as stored in a row. */
export function readReaches(row: Pick<DeletionRow, "distinctIdIds" | "reach">): Map<number, OwnedUntil> {
  const reach = JSON.parse(row.reach) as OwnedUntil[];
  const ordinals = JSON.parse(row.distinctIdIds) as number[];
  return new Map(ordinals.map((ordinal, index) => [ordinal, reach[index] as OwnedUntil]));
}
