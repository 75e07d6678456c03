import * as v from "valibot";
import { Id } from "../../base/answer-scalars.ts";
import { pageEntries } from "../../base/page.ts";
import type { Page } from "../../base/page.ts";
import { TextList } from "../../base/text-list.ts";
import { Truth } from "../../base/truth.ts";
import { writtenAs } from "../../base/written-as.ts";
import { and, asc, count, desc, eq, getTableColumns, query, sql } from "../../storage/queries/index.ts";
import type { SQLWrapper } from "../../storage/queries/index.ts";
import { featureFlags } from "../../storage/tables/index.ts";
import type { Context } from "../context.ts";
import { dependentsOf } from "./check-dependencies.ts";
import { getFlag } from "./get.ts";
import { statusAt, toRecords } from "./record.ts";
import type { FlagRecord } from "./record.ts";

/** A word of a query string; empty = absent. */
const Absent = v.pipe(
  v.literal(""),
  v.transform(() => undefined),
);

function word<const Words extends readonly string[]>(words: Words) {
  const Word = v.union([Absent, v.picklist(words)], `Expected one of ${words.join(", ")}.`);
  return v.exactOptional(writtenAs<Words[number]>()(Word));
}

const ORDERS = {
  created_at: featureFlags.createdAt,
  updated_at: featureFlags.updatedAt,
  key: featureFlags.key,
  name: featureFlags.name,
  active: featureFlags.active,
  last_called_at: featureFlags.lastCalledAt,
} as const;

const ORDER_NAMES = Object.keys(ORDERS).flatMap((name) => [name, `-${name}`]);

/** Which flags to list. All given filters must match. */
export const FlagListQuery = v.object({
  ...pageEntries,
  /** `true`, `false`, or `STALE`: on, and not asked for in 30 days. */
  active: v.exactOptional(
    writtenAs<boolean | "STALE">()(
      v.pipe(
        v.union([v.boolean(), v.picklist(["true", "false", "STALE", ""])], "Expected true, false or STALE."),
        v.transform((given) => (given === "" ? undefined : String(given))),
      ),
    ),
  ),
  archived: v.exactOptional(Truth),
  created_by_id: v.exactOptional(v.union([v.string(), v.number()])),
  /** Part of the key or the description, in any letter case. */
  search: v.exactOptional(v.string()),
  /** The whole key. */
  key: v.exactOptional(v.string()),
  type: word(["boolean", "multivariant", "experiment", "remote_config"]),
  evaluation_runtime: word(["all", "client", "server"]),
  /** Keys to leave out: a JSON list. */
  excluded_properties: v.exactOptional(TextList),
  /** Labels, of which one is enough: a JSON list. */
  tags: v.exactOptional(TextList),
  /** Labels of which none may be there: a JSON list. */
  excluded_tags: v.exactOptional(TextList),
  has_evaluation_tags: v.exactOptional(Truth),
  /** A field, with `-` in front for the largest first. @default "-created_at" */
  order: word(ORDER_NAMES),
});
export type FlagListQuery = v.InferOutput<typeof FlagListQuery>;

/** The filters of a list of flags. */
export interface FlagListInput extends v.InferInput<typeof FlagListQuery> {}

interface Wanted {
  projectId: number;
  nowMs: number;
  status: string | null;
  archived: number | null;
  createdBy: string | null;
  search: string | null;
  key: string | null;
  type: string | null;
  runtime: string | null;
  excluded: string | null;
  tags: string | null;
  excludedTags: string | null;
  hasContexts: number | null;
}

/** Null = every row passes. */
function ifWanted(wanted: unknown, condition: SQLWrapper) {
  return sql`(${wanted} IS NULL OR ${condition})`;
}

const TYPE = sql`CASE WHEN ${featureFlags.isRemoteConfiguration} = 1 THEN 'remote_config'
  WHEN coalesce(json_array_length(${featureFlags.filters}, '$.multivariate.variants'), 0) > 0 THEN 'multivariant' ELSE 'boolean' END`;

const shares = (json: unknown) =>
  sql`EXISTS (SELECT 1 FROM json_each(${featureFlags.tags}) t WHERE t.value IN (SELECT value FROM json_each(${json})))`;

const isWanted = (wanted: Wanted) =>
  and(
    eq(featureFlags.projectId, wanted.projectId),
    eq(featureFlags.deleted, 0),
    ifWanted(
      wanted.status,
      sql`CASE ${wanted.status} WHEN 'STALE' THEN ${statusAt(wanted.nowMs)} = 'STALE' WHEN 'true' THEN ${featureFlags.active} = 1
        ELSE ${featureFlags.active} = 0 END`,
    ),
    ifWanted(wanted.archived, sql`${featureFlags.archived} = ${wanted.archived}`),
    ifWanted(wanted.createdBy, sql`${featureFlags.createdBy} = ${wanted.createdBy}`),
    ifWanted(
      wanted.search,
      sql`(instr(hoglet_lower(${featureFlags.key}), ${wanted.search}) > 0 OR instr(hoglet_lower(${featureFlags.name}), ${wanted.search}) > 0)`,
    ),
    ifWanted(wanted.key, sql`${featureFlags.key} = ${wanted.key}`),
    ifWanted(wanted.type, sql`${TYPE} = ${wanted.type}`),
    ifWanted(wanted.runtime, sql`${featureFlags.evaluationRuntime} = ${wanted.runtime}`),
    ifWanted(wanted.excluded, sql`${featureFlags.key} NOT IN (SELECT value FROM json_each(${wanted.excluded}))`),
    ifWanted(wanted.tags, shares(wanted.tags)),
    ifWanted(wanted.excludedTags, sql`NOT ${shares(wanted.excludedTags)}`),
    ifWanted(wanted.hasContexts, sql`(${featureFlags.evaluationTags} <> '[]') = ${wanted.hasContexts}`),
  );

const countWanted = query((db, wanted: Wanted) =>
  db.select({ count: count() }).from(featureFlags).where(isWanted(wanted)),
);

type Column = (typeof ORDERS)[keyof typeof ORDERS];

function definePage(column: Column, isDown: boolean) {
  return query((db, wanted: Wanted & { limit: number; offset: number }) =>
    db
      .select({ ...getTableColumns(featureFlags), status: statusAt(wanted.nowMs) })
      .from(featureFlags)
      .where(isWanted(wanted))
      .orderBy(isDown ? desc(column) : asc(column), isDown ? desc(featureFlags.id) : asc(featureFlags.id))
      .limit(wanted.limit)
      .offset(wanted.offset),
  );
}

const PAGES = new Map(
  Object.entries(ORDERS).flatMap(([name, column]) => [
    [name, definePage(column, false)],
    [`-${name}`, definePage(column, true)],
  ]),
);

/** Flags that are not deleted, newest first unless `order` says otherwise. */
export function listFlags(
  { db, clock }: Pick<Context, "db" | "clock">,
  projectId: number,
  input: FlagListQuery,
): Page<FlagRecord> {
  const wanted: Wanted = {
    projectId,
    nowMs: clock.now(),
    status: input.active ?? null,
    archived: bitOrNull(input.archived),
    createdBy: input.created_by_id === undefined || input.created_by_id === "" ? null : String(input.created_by_id),
    search: input.search ? input.search.toLowerCase() : null,
    key: input.key || null,
    type: input.type ?? null,
    runtime: input.evaluation_runtime ?? null,
    excluded: toList(input.excluded_properties),
    tags: toList(input.tags?.map((tag) => tag.toLowerCase())),
    excludedTags: toList(input.excluded_tags?.map((tag) => tag.toLowerCase())),
    hasContexts: bitOrNull(input.has_evaluation_tags),
  };
  const page = PAGES.get(input.order ?? "-created_at");
  const rows = page?.all(db, { ...wanted, limit: input.limit, offset: input.offset }) ?? [];
  return { count: countWanted.get(db, wanted)?.count ?? 0, results: toRecords(db, projectId, rows) };
}

/** 1 or 0 for a wanted truth value; null = any. */
function bitOrNull(truth: boolean | undefined): number | null {
  return truth === undefined ? null : Number(truth);
}

/** The wanted texts as a JSON list; null = any. */
function toList(texts: readonly string[] | undefined): string | null {
  return texts === undefined || texts.length === 0 ? null : JSON.stringify(texts);
}

export const DependentFlags = v.array(v.object({ id: Id, key: v.string(), name: v.string() }));

/** Flags with conditions on a flag. @throws notFound */
export function listDependentFlags(
  ctx: Pick<Context, "db" | "clock">,
  projectId: number,
  id: number | string,
): v.InferOutput<typeof DependentFlags> {
  const flag = getFlag(ctx, projectId, id);
  return dependentsOf(ctx.db, projectId, flag.id).map((dependent) => ({
    id: dependent.id,
    key: dependent.key,
    name: getFlag(ctx, projectId, dependent.id).name,
  }));
}
