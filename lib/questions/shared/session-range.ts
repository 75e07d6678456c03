import type { DateRange } from "../../port/range.ts";
import type { Selection } from "../../port/selection.ts";

/** Sessions up to this long that reach over an end of the range are seen whole (reference/insights.md 5.5). */
const SESSION_MARGIN_MS = 86_400_000;

/** The events that a question's sessions are made of; for first events of all time those may be all. */
export function toSessionRange({ fromMs, untilMs }: DateRange, selections: readonly Selection[] = []): DateRange {
  const isOfAllTime = selections.some(({ firstOf, needsSession }) => firstOf === "selection" && needsSession);
  return {
    fromMs: isOfAllTime ? Number.MIN_SAFE_INTEGER : fromMs - SESSION_MARGIN_MS,
    untilMs: untilMs + SESSION_MARGIN_MS,
  };
}
