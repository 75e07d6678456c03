import * as v from "valibot";
import type { Constant, SqlFilters } from "../../hogql/index.ts";
import { runStatement } from "../../sql/index.ts";
import type { Project } from "../../admin/projects/index.ts";
import type { QueryAsks } from "../query-asks.ts";
import { withoutAttr } from "./sql-fault.ts";

// Queries for names and values in a project's data (reference/query.md 4.13).

/** Days that taxonomies of events look back: as PostHog. */
export const LOOK_BACK_DAYS = 30;

/** Names in an answer at most, as in PostHog. */
export const MAX_NAMES = 500;

/** Sample values of a property. @default 5 */
export const MaxValues = v.nullish(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000)));
export const DEFAULT_VALUES = 5;

/** A property's values, the newest first, and the number of different ones. */
export interface ValueSample {
  sample_values: string[];
  sample_count: number;
}

export const sampleEntries = { sample_values: v.array(v.string()), sample_count: v.number() };

/** The rows of a statement. @throws HogletError 400 */
export async function rowsOf(
  ctx: QueryAsks,
  project: Project,
  text: string,
  parts: { values?: Record<string, Constant>; filters?: SqlFilters },
  keyId: string | undefined,
): Promise<unknown[][]> {
  const { result } = await runStatement(ctx, project, text, parts, keyId).catch(withoutAttr);
  return result.results;
}

/** A filter with these conditions only. */
export function conditionOf(condition: SqlFilters["condition"]): SqlFilters {
  return { fromMs: null, untilMs: null, condition };
}
