import { invalid } from "../../base/errors.ts";
import { hasAll } from "../values/fields.ts";
import type { Mapping } from "./mapping.ts";

/** Plausible's export: a table of daily totals for each report. */
export const plausible: Mapping = {
  source: "plausible",
  kind: "Plausible export",
  fits: ({ fields, isTable, table }) =>
    isTable && Object.hasOwn(fields, "date") && (/^imported_[a-z_]+_\d{8}_\d{8}$/.test(table) || isReport(fields)),
  open() {
    throw invalid(
      null,
      "Plausible exports daily totals: there are no events and no people in them, so there is nothing to import. " +
        "Visitors invented from totals would make every funnel and retention wrong.",
    );
  },
};

function isReport(fields: Record<string, unknown>): boolean {
  return (
    hasAll(fields, "visitors", "visits", "visit_duration") ||
    hasAll(fields, "visitors", "visits", "total_scroll_depth") ||
    hasAll(fields, "name", "link_url", "visitors", "events")
  );
}
