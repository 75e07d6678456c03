import type { DateRange } from "../../port/range.ts";
import { shiftIntervals } from "../shared/calendar.ts";
import type { FunnelWindow } from "./plan.ts";

export const WINDOW_UNITS = ["second", "minute", "hour", "day", "week", "month"] as const;
export type WindowUnit = (typeof WINDOW_UNITS)[number];

export interface WindowInput {
  count: number;
  unit: WindowUnit;
}

const SECOND_MS = 1000;
const DAY_MS = 86_400_000;

const UNIT_MS: Record<Exclude<WindowUnit, "month">, number> = {
  second: SECOND_MS,
  minute: 60 * SECOND_MS,
  hour: 3600 * SECOND_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
};

/**
 * The window of a plan. Months are of the calendar, on the UTC clock: from 31 January one month reaches to the last of
 * February, at the same time of day.
 * @param range where attempts begin: months are measured for each of its days
 */
export function toFunnelWindow({ count, unit }: WindowInput, { fromMs, untilMs }: DateRange): FunnelWindow {
  if (unit !== "month") return { by: "length", ms: count * UNIT_MS[unit] };
  const firstDayMs = Math.floor(fromMs / DAY_MS) * DAY_MS;
  const lengthsMs: number[] = [];
  for (let dayMs = firstDayMs; dayMs < untilMs; dayMs += DAY_MS) {
    lengthsMs.push(shiftIntervals(dayMs, "month", count) - dayMs);
  }
  return { by: "day", firstDayMs, lengthsMs };
}
