import type { DateRange } from "../../port/range.ts";
import type { Selection } from "../../port/selection.ts";

/** Sessions that reach over an end of the range are seen whole if no longer than this (reference/insights.md 5.5). */
const SESSION_MARGIN_MS = 86_400_000;

/** The events that a question's sessions are made of; first events of all time may ask for the sessions of all time. */
export function toSessionRange({ fromMs, untilMs }: DateRange, selections: readonly Selection[] = []): DateRange {
  const isOfAllTime = selections.some(({ firstOf, needsSession }) => firstOf === "selection" && needsSession);
  return {
    fromMs: isOfAllTime ? Number.MIN_SAFE_INTEGER : fromMs - SESSION_MARGIN_MS,
    untilMs: untilMs + SESSION_MARGIN_MS,
  };
}
