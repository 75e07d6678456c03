import type { DateRange } from "../../port/range.ts";
import type { Asked, Asks } from "./answer.ts";
import type { EarliestEventPlan } from "./earliest-event.ts";
import { ALL_TIME_START_MS, isAllTime, resolveQueryRange, toComparedRange } from "./query-range.ts";
import type { QueryRangeInput, RangeContext } from "./query-range.ts";

/** When a question is about, and how its time is cut. */
export interface QuestionDates extends QueryRangeInput {
  /** Null = not compared; `to` null = the period just before. */
  compare: { to: string | null } | null;
}

/** The range of a question, compared or not. @throws HogletError 400 naming the field */
export async function nodeRange(ctx: Asks, asked: Asked, dates: QueryRangeInput): Promise<DateRange> {
  return resolveQueryRange(dates, await toRangeContext(ctx, asked, dates));
}

/** The range of a question, and the one that it is compared with. @throws HogletError 400 naming the field */
export async function nodeRanges(ctx: Asks, asked: Asked, dates: QuestionDates): Promise<DateRange[]> {
  const context = await toRangeContext(ctx, asked, dates);
  const current = resolveQueryRange(dates, context);
  const { compare } = dates;
  if (compare === null) return [current];
  return [current, toComparedRange(current, { compareTo: compare.to, input: dates }, context)];
}

/** The context in which a question's dates are resolved. */
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
