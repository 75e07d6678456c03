import type { DateRange } from "../../port/range.ts";
import { invalid } from "../../base/errors.ts";
import { toRangeContext } from "./answer.ts";
import type { Asked, Asks } from "./answer.ts";
import type { Interval } from "./calendar.ts";
import type { RequestFields } from "./request-fields.ts";
import { listOf } from "./node-to-filters.ts";
import { resolveQueryRange, toComparedRange } from "./query-range.ts";

/** How the dates of a node are taken. */
export interface NodeDates {
  /** Null = not compared; `to` null = the period just before. */
  compare: { to: string | null } | null;
  isExplicit: boolean;
}

/** A node's question: the fields that the older dialect has, and its dates. */
export interface NodeFields {
  fields: RequestFields;
  dates: NodeDates;
}

/**
 * Divides the `filters` of a node into fields that the question's schema reads, and what nodes alone have: comparison with any
 * period, exact dates. Names of entities go, since labels show those of events and actions.
 * @throws HogletError 400 for a series of a data warehouse
 */
export function toNodeFields(filters: RequestFields): NodeFields {
  const { compare, compare_to: to, explicit_date: isExplicit, data_warehouse: tables, ...rest } = filters;
  if (tables !== undefined) throw invalid("series", "Data warehouse tables are not supported.", "unsupported");
  return {
    fields: { ...rest, events: withoutNames(filters["events"]), actions: withoutNames(filters["actions"]) },
    dates: {
      compare: compare === true ? { to: typeof to === "string" ? to : null } : null,
      isExplicit: isExplicit === true,
    },
  };
}

function withoutNames(entities: unknown): RequestFields[] {
  return listOf(entities).map((entity) =>
    Object.fromEntries(Object.entries(entity).filter(([field]) => field !== "name")),
  );
}

/** The range of a node that is compared with no other. @throws HogletError 400 naming the field */
export async function nodeRange(
  ctx: Asks,
  asked: Asked,
  dates: Parameters<typeof nodeRanges>[2] & NodeDates,
): Promise<DateRange> {
  const [range] = await nodeRanges(ctx, asked, dates, { ...dates, compare: null });
  if (range === undefined) throw new Error("A question has a range.");
  return range;
}

/** The range of a node, and the one that it is compared with. @throws HogletError 400 naming the field */
export async function nodeRanges(
  ctx: Asks,
  asked: Asked,
  query: { date_from: string | null; date_to: string | null; interval: Interval },
  { compare, isExplicit }: NodeDates,
): Promise<DateRange[]> {
  const { date_from, date_to, interval } = query;
  const context = await toRangeContext(ctx, asked, query);
  const input = { date_from, date_to, interval, isExplicit };
  const current = resolveQueryRange(input, context);
  return compare === null ? [current] : [current, toComparedRange(current, { compareTo: compare.to, input }, context)];
}
