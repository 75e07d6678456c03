import type { Project } from "../../admin/projects/index.ts";
import { parseEnd, parseMoment } from "../../questions/index.ts";
import type { FiltersOverride, RequestFields } from "../../questions/index.ts";
import type { QueryAsks } from "../query-asks.ts";

// Times of tables: `after` and `before` (reference/query.md 4.3).

/** A dashboard's dates replace `after` and `before`, its properties are appended (reference/query.md 6.3). */
export function overrideBounds(
  node: RequestFields,
  { date_from, date_to, properties }: FiltersOverride,
): RequestFields {
  const isDated = (date_from ?? null) !== null || (date_to ?? null) !== null;
  const own = Array.isArray(node["properties"]) ? (node["properties"] as unknown[]) : [];
  const added = Array.isArray(properties) ? (properties as unknown[]) : [];
  return {
    ...node,
    ...(isDated && { after: date_from ?? null, before: date_to ?? null }),
    ...(added.length > 0 && { properties: [...own, ...added] }),
  };
}

/** Rows may lie this far ahead of now where no end is given, in ms: clocks differ. */
const AHEAD_MS = 5000;

/**
 * Conditions of `after` and `before`, with their constants.
 * @param columns the column of time, and the column that tells rows of one instant apart in a cursor; null = no cursors
 * @throws HogletError 400 naming the field
 */
export function toBounds(
  { clock }: Pick<QueryAsks, "clock">,
  project: Project,
  { after, before }: { after?: string | null | undefined; before?: string | null | undefined },
  { time: column, tie }: { time: string; tie: string | null },
): { where: string[]; values: Record<string, string | number> } {
  const nowMs = clock.now();
  const calendar = { timezone: project.timezone, weekStartDay: project.week_start_day };
  const where: string[] = [];
  const values: Record<string, string | number> = {};
  const bound = (sign: "<" | ">", text: string, name: string) => {
    const [time = "", uuid] = tie === null ? [text] : text.split("|");
    const read = sign === "<" ? parseEnd : parseMoment;
    values[`hoglet_${name}`] = new Date(read(time, name, { nowMs, calendar })).toISOString();
    const moment = `toDateTime64({hoglet_${name}}, 3, 'UTC')`;
    if (uuid === undefined) return where.push(`${column} ${sign} ${moment}`);
    values[`hoglet_${name}_uuid`] = uuid;
    const isBeside = `${column} = ${moment} AND toString(${tie}) ${sign} {hoglet_${name}_uuid}`;
    return where.push(`${column} ${sign} ${moment} OR (${isBeside})`);
  };
  if (after !== "all") bound(">", after || "-24h", "after");
  bound("<", before || new Date(nowMs + AHEAD_MS).toISOString(), "before");
  return { where, values };
}
