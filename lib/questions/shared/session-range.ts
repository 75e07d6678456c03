import type { DateRange } from "../../port/range.ts";

/** Sessions that reach over an end of the range are seen whole if no longer than this (reference/insights.md 5.5). */
const SESSION_MARGIN_MS = 86_400_000;

/** The events that a question's sessions are made of. */
export function toSessionRange({ fromMs, untilMs }: DateRange): DateRange {
  return { fromMs: fromMs - SESSION_MARGIN_MS, untilMs: untilMs + SESSION_MARGIN_MS };
}
