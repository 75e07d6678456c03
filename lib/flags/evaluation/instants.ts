import { parseLooseDate, parseRelativeDate, propertyText } from "../../events/filters/index.ts";
import type { Json } from "../../events/filters/index.ts";
import { fromWallClock } from "../../base/zone-clock.ts";

/**
 * An instant, or a time ago (`-7d`, or `7d`). Null = no date.
 * @param timezone of dates without an offset
 */
export function compileInstant(wanted: Json | undefined, timezone: string): ((nowMs: number) => number) | null {
  const text = propertyText(wanted);
  const relative = parseRelativeDate(text);
  if (relative !== null) return relative;
  const ms = toInstant(text, timezone);
  return ms === null ? null : () => ms;
}

/** Epoch ms; null = no date. */
export function toInstant(value: Json | undefined, timezone: string): number | null {
  const date = parseLooseDate(propertyText(value));
  if (date === null) return null;
  return date.isLocal ? fromWallClock(date.ms, timezone) : date.ms;
}
