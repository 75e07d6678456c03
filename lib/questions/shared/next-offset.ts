import { limitOf } from "./breakdown.ts";
import type { TrendSeries } from "../trend/older/lines.ts";

/** Series that make a full page, whatever limit was asked for (reference/insights.md 3). */
const FULL_PAGE = 25;

/** The offset of the next page of breakdown values; null = there is no further page. */
export function nextOffset(result: TrendSeries[]): number | null {
  const [first] = result;
  if (first?.breakdown_value === undefined || result.length < FULL_PAGE) return null;
  const { filter } = first;
  return filter.offset + limitOf(filter, filter.display);
}
