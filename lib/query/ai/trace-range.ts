import type { Project } from "../../admin/projects/index.ts";
import { parseEnd, parseMoment } from "../../questions/index.ts";
import type { DateRangeNode } from "../../questions/index.ts";
import type { QueryAsks } from "../query-asks.ts";

/** A trace has an event between these; null = since ever. */
export interface Instants {
  fromMs: number | null;
  toMs: number;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The range of a query for traces, to the millisecond. A bare day as the end is the whole day. @throws HogletError 400 naming the field */
export function toTraceRange(
  { clock }: Pick<QueryAsks, "clock">,
  project: Project,
  range: DateRangeNode | null | undefined,
  begin: string,
): Instants {
  const nowMs = clock.now();
  const context = { nowMs, calendar: { timezone: project.timezone, weekStartDay: project.week_start_day } };
  const from = range?.date_from || begin;
  const to = range?.date_to || null;
  return {
    fromMs: from === "all" ? null : parseMoment(from, "dateRange__date_from", context),
    toMs:
      to === null
        ? nowMs + AHEAD_MS
        : parseEnd(DAY.test(to) ? `${to}T23:59:59.999` : to, "dateRange__date_to", context),
  };
}

/** Events may lie this far ahead of now where no end is given, in ms: clocks differ. */
const AHEAD_MS = 5000;
