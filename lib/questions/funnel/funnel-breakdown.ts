import { invalid } from "../../base/errors.ts";
import { readBreakdown } from "../shared/breakdown.ts";
import type { Breakdown } from "../shared/breakdown.ts";

/** The breakdowns of funnels: values of properties, or cohorts. */
export type FunnelBreakdownInput = Exclude<Breakdown, { by: "bins" }>;

/** Reads what a funnel is broken down by; null = nothing. @throws HogletError 400 naming the field */
export function readFunnelBreakdown(filter: Parameters<typeof readBreakdown>[0]): FunnelBreakdownInput | null {
  const breakdown = readBreakdown(filter, { offset: 0, hasOther: false, display: "FunnelViz" });
  if (breakdown?.by === "bins") {
    throw invalid("breakdown_histogram_bin_count", "Funnels are not broken down into bins.", "unsupported");
  }
  if (breakdown?.by === "values" && breakdown.sources.some(({ type }) => type === "session")) {
    throw invalid("breakdown_type", "Funnels are not broken down by sessions.", "unsupported");
  }
  return breakdown;
}
