import { notFound } from "../../base/errors.ts";
import type { Db } from "../../storage/index.ts";
import { and, eq, getTableColumns, query, sql } from "../../storage/queries/index.ts";
import { featureFlags } from "../../storage/tables/index.ts";
import type { Context } from "../context.ts";
import { statusAt, toRecords } from "./record.ts";
import type { FlagRecord, FlagRow } from "./record.ts";

type Reads = Pick<Context, "db" | "clock">;

interface ById {
  projectId: number;
  id: number;
  nowMs: number;
}

const flagById = query((db, given: ById) =>
  db
    .select({ ...getTableColumns(featureFlags), status: statusAt(given.nowMs) })
    .from(featureFlags)
    .where(and(eq(featureFlags.projectId, given.projectId), eq(featureFlags.id, given.id))),
);

const idByKey = query((db, given: { projectId: number; key: string }) =>
  db
    .select({ id: featureFlags.id, deleted: featureFlags.deleted })
    .from(featureFlags)
    .where(and(eq(featureFlags.projectId, given.projectId), sql`${featureFlags.key} = ${given.key}`)),
);

/** A flag by its id, a deleted one too. @throws notFound, also for a text that is no number */
export function getFlag(ctx: Reads, projectId: number, id: number | string): FlagRecord {
  const row = readRow(ctx, projectId, id);
  const [record] = row === undefined ? [] : toRecords(ctx.db, projectId, [row]);
  if (record === undefined) throw notFound();
  return record;
}

/** A flag by its id or its key, unless it was deleted. @throws notFound */
export function findFlag(ctx: Reads, projectId: number, idOrKey: string): FlagRecord {
  const byKey = findByKey(ctx.db, projectId, idOrKey);
  const flag = getFlag(ctx, projectId, byKey?.deleted === 0 ? byKey.id : idOrKey);
  if (flag.deleted) throw notFound();
  return flag;
}

/** The row of a flag; undefined = there is none. */
export function readRow({ db, clock }: Reads, projectId: number, id: number | string): FlagRow | undefined {
  if (!/^\d{1,15}$/.test(String(id))) return undefined;
  return flagById.get(db, { projectId, id: Number(id), nowMs: clock.now() });
}

/** The flag that has a key, deleted or not. */
export function findByKey(db: Db, projectId: number, key: string): { id: number; deleted: number } | undefined {
  return idByKey.get(db, { projectId, key });
}
