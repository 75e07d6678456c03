import type { DateRange } from "../../port/range.ts";
import { toRangeContext } from "./answer.ts";
import type { Asked, Asks } from "./answer.ts";
import type { Interval } from "./calendar.ts";
import { resolveQueryRange, toComparedRange } from "./query-range.ts";

/** How the dates of a node are taken. */
export interface NodeDates {
  /** Null = not compared; `to` null = the period just before. */
  compare: { to: string | null } | null;
  isExplicit: boolean;
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
