import type { DateRange } from "../../port/range.ts";
import type { Asked, Asks } from "./answer.ts";
import type { EarliestEventPlan } from "./earliest-event.ts";
import { ALL_TIME_START_MS, isAllTime, resolveQueryRange, toComparedRange } from "./query-range.ts";
import type { QueryRangeInput, RangeContext } from "./query-range.ts";

/** Dates of a question, and its interval. */
export interface QuestionDates extends QueryRangeInput {
  /** Null = not compared; `to` null = the period just before. */
  compare: { to: string | null } | null;
}

/** The range of a question, compared or not. @throws HogletError 400 naming the field */
export async function nodeRange(ctx: Asks, asked: Asked, dates: QueryRangeInput): Promise<DateRange> {
  return resolveQueryRange(dates, await toRangeContext(ctx, asked, dates));
}

/** The range, and the range that it is compared with. @throws HogletError 400 naming the field */
export async function nodeRanges(ctx: Asks, asked: Asked, dates: QuestionDates): Promise<DateRange[]> {
  const context = await toRangeContext(ctx, asked, dates);
  const current = resolveQueryRange(dates, context);
  const { compare } = dates;
  if (compare === null) return [current];
  return [current, toComparedRange(current, { compareTo: compare.to, input: dates }, context)];
}

export async function toRangeContext(
  { engine }: Asks,
  { nowMs, calendar, project }: Asked,
  dates: Pick<QueryRangeInput, "date_from">,
): Promise<RangeContext> {
  const earliestMs = isAllTime(dates)
    ? await engine.ask<EarliestEventPlan>({ kind: "earliest-event", projectId: project.id, afterMs: ALL_TIME_START_MS })
    : null;
  return { nowMs, calendar, earliestMs };
}
