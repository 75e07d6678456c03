import * as v from "valibot";
import { invalid } from "../../base/errors.ts";
import {
  breakdownEntries,
  BreakdownInput,
  breakdownLimitEntries,
  parseBreakdown,
  trendBreakdownEntries,
} from "../shared/breakdown.ts";
import type { Breakdown, BreakdownType, WireBreakdown } from "../shared/breakdown.ts";
import { writtenAs } from "../../base/written-as.ts";
import { maybe } from "../shared/fields.ts";

/** Funnels are not broken down by sessions. */
type FunnelBreakdownType = Exclude<BreakdownType, "session">;

type FunnelBreakdown = Omit<BreakdownInput, "type"> & { type?: FunnelBreakdownType | null | undefined };

/** The fields that say what a funnel is broken down by. */
export const funnelBreakdownEntries = {
  ...breakdownEntries,
  /** @default "event" */
  breakdown_type: v.nullish(writtenAs<FunnelBreakdownType | "cohort">()(v.string())),
  /** Several properties at once: values are lists then, even of one property. Counts before `breakdown`. */
  breakdowns: maybe(writtenAs<readonly FunnelBreakdown[]>()(v.array(BreakdownInput))),
  ...breakdownLimitEntries,
};

/** Bins are read so that they can be refused. */
export const { breakdown_histogram_bin_count: funnelBinEntry } = trendBreakdownEntries;

/** The breakdowns of funnels: values of properties, or cohorts. */
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
