import { invalid } from "../../errors.ts";
import { breakdownEntries, parseBreakdown } from "../breakdown.ts";
import type { Breakdown, WireBreakdown } from "../breakdown.ts";

const { offset: _, breakdown_histogram_bin_count: bins, ...entries } = breakdownEntries;

/** The fields that say what a funnel is broken down by; bins are read to be refused. */
export const funnelBreakdownEntries = { ...entries, breakdown_histogram_bin_count: bins };

/** What a funnel can be broken down by: values of properties, or cohorts. */
export type FunnelBreakdownInput = Exclude<Breakdown, { by: "bins" }>;

/** Reads what a funnel is broken down by; null = nothing. @throws HogletError 400 naming the field */
export function parseFunnelBreakdown(wire: Omit<WireBreakdown, "offset">): FunnelBreakdownInput | null {
  const breakdown = parseBreakdown({ ...wire, offset: 0 }, "FunnelViz");
  if (breakdown?.by === "bins") {
    throw invalid("breakdown_histogram_bin_count", "Funnels are not broken down into bins.", "unsupported");
  }
  if (breakdown?.by === "values" && breakdown.sources.some(({ type }) => type === "session")) {
    throw invalid("breakdown_type", "Funnels are not broken down by sessions.", "unsupported");
  }
  return breakdown;
}
