import * as v from "valibot";
import { Id } from "../../base/answer-scalars.ts";
import { HogletError, invalid } from "../../base/errors.ts";
import { parse } from "../../base/parse.ts";
import type { Context } from "../context.ts";
import { updateFlag } from "./edit.ts";
import type { FlagEdit } from "./edit.ts";
import { getFlag } from "./get.ts";
import { FlagListQuery, listFlags } from "./list.ts";
import type { FlagRecord } from "./record.ts";

const MAX_IDS = 1000;

const Ids = v.pipe(
  v.array(
    v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number))]),
    "Expected a list of ids.",
  ),
  v.maxLength(MAX_IDS, `Expected at most ${MAX_IDS} ids.`),
);

export const BulkKeysInput = v.object({ ids: Ids });

export const BulkDeleteInput = v.object({
  ids: v.exactOptional(Ids),
  filters: v.exactOptional(
    v.pipe(
      v.record(v.string(), v.unknown()),
      v.check((filters) => !Array.isArray(filters), "Expected an object."),
    ),
  ),
});
export type BulkDeleteInput = v.InferOutput<typeof BulkDeleteInput>;

export const FlagKeys = v.object({ keys: v.record(v.string(), v.string()), warning: v.exactOptional(v.string()) });

export const BulkDeleted = v.object({
  /** Deleted flags, as they last were. */
  deleted: v.array(
    v.object({
      id: Id,
      key: v.string(),
      rollout_state: v.picklist(["fully_rolled_out", "not_rolled_out", "partial"]),
      active_variant: v.nullable(v.string()),
    }),
  ),
  errors: v.array(v.object({ id: v.number(), key: v.exactOptional(v.string()), reason: v.string() })),
});
type BulkDeleted = v.InferOutput<typeof BulkDeleted>;

/** Keys by id; `warning` names unknown ids. */
export function flagKeysById(
  ctx: Pick<Context, "db" | "clock">,
  projectId: number,
  ids: readonly number[],
): v.InferOutput<typeof FlagKeys> {
  const found = ids.map((id) => ({ id, flag: find(ctx, projectId, id) }));
  const missing = found.filter(({ flag }) => flag === undefined).map(({ id }) => id);
  return {
    keys: Object.fromEntries(found.flatMap(({ id, flag }) => (flag === undefined ? [] : [[String(id), flag.key]]))),
    ...(missing.length > 0 && { warning: `Unknown ids: ${missing.join(", ")}.` }),
  };
}

function find(ctx: Pick<Context, "db" | "clock">, projectId: number, id: number): FlagRecord | undefined {
  try {
    return getFlag(ctx, projectId, id);
  } catch (error) {
    if (error instanceof HogletError && error.status === 404) return undefined;
    throw error;
  }
}

/**
 * Deletes flags by ids, or by the filters of a list, one by one: a flag on which others depend stays, and the answer
 * says why.
 * @throws invalid
 */
export async function bulkDeleteFlags(
  ctx: Pick<Context, "db" | "clock" | "log">,
  edit: FlagEdit,
  { ids, filters }: BulkDeleteInput,
): Promise<BulkDeleted> {
  const deleted: BulkDeleted["deleted"] = [];
  const errors: BulkDeleted["errors"] = [];
  for (const id of toIds(ctx, edit.project.id, ids, filters)) {
    const flag = find(ctx, edit.project.id, id);
    if (flag === undefined || flag.deleted) {
      errors.push({ id, reason: "Flag not found" });
      continue;
    }
    try {
      await updateFlag(ctx, edit, id, { deleted: true });
      deleted.push(toDeleted(flag));
    } catch (error) {
      if (!(error instanceof HogletError)) throw error;
      errors.push({ id, key: flag.key, reason: error.detail });
    }
  }
  return { deleted, errors };
}

function toIds(
  ctx: Pick<Context, "db" | "clock">,
  projectId: number,
  ids: readonly number[] | undefined,
  filters: Record<string, unknown> | undefined,
): readonly number[] {
  if (ids !== undefined && filters !== undefined) throw invalid(null, "Provide either filters or ids, not both");
  if (ids !== undefined) return ids;
  if (filters === undefined) throw invalid(null, "Must provide either filters or ids");
  const unknown = Object.keys(filters).filter((name) => !(name in FlagListQuery.entries));
  if (unknown.length > 0) throw invalid("filters", `Unknown filter keys: ${unknown.join(", ").slice(0, 400)}`);
  const wanted = parse(FlagListQuery, { ...filters, limit: MAX_IDS, offset: 0 }, "filters");
  return listFlags(ctx, projectId, wanted).results.map(({ id }) => id);
}

function toDeleted({ id, key, filters, active }: FlagRecord): BulkDeleted["deleted"][number] {
  const variants = filters.multivariate?.variants ?? [];
  const whole = (filters.groups ?? []).find(
    ({ properties, rollout_percentage: rollout }) => (properties ?? []).length === 0 && (rollout ?? 100) >= 100,
  );
  const variant = whole?.variant ?? variants.find(({ rollout_percentage: share }) => share >= 100)?.key ?? null;
  if (!active) return { id, key, rollout_state: "not_rolled_out", active_variant: null };
  const isWhole = whole !== undefined && (variants.length === 0 || variant !== null);
  return { id, key, rollout_state: isWhole ? "fully_rolled_out" : "partial", active_variant: isWhole ? variant : null };
}
