import type { Dashboard } from "../../../../../lib/index.ts";
import { DateRange } from "../../parts/date-range.tsx";
import type { DateRangeValue } from "../../parts/date-range.tsx";

type Filters = Dashboard["filters"];

interface DashboardDatesProps {
  filters: Filters;
  onChange: (filters: Filters) => void;
}

/** The first dates for all insights. */
const FIRST: Filters = { date_from: "-30d" };

/** Dates for all insights of a dashboard, stored with it, or each insight's own dates. */
export function DashboardDates({ filters, onChange }: DashboardDatesProps) {
  const hasDates = filters.date_from !== undefined || filters.date_to !== undefined;
  return (
    <div class="row">
      <label>
        <input
          type="checkbox"
          checked={hasDates}
          onChange={(event) => onChange(event.currentTarget.checked ? FIRST : {})}
        />{" "}
        Same dates for all
      </label>
      {hasDates ? (
        <DateRange value={filters} onChange={(range) => onChange(toFilters(range))} />
      ) : (
        <span class="hint">Each insight has its own.</span>
      )}
    </div>
  );
}

function toFilters({ date_from: from, date_to: to }: DateRangeValue): Filters {
  return { ...(from && { date_from: from }), ...(to && { date_to: to }) };
}
