import type { Dashboard } from "../../../../../lib/index.ts";
import type { PropertyOwner } from "../../parts/completions.tsx";
import { DateRange } from "../../parts/date-range.tsx";
import type { DateRangeValue } from "../../parts/date-range.tsx";
import { toFilterList } from "../../parts/filter-group.ts";
import { PropertyFilters } from "../../parts/property-filters.tsx";

type Filters = Dashboard["filters"];

interface DashboardFiltersProps {
  filters: Filters;
  onChange: (filters: Filters) => void;
}

/** The first dates for all insights. */
const FIRST = "-30d";

const FILTERABLE: readonly PropertyOwner[] = ["event", "person", "cohort", "group"];

/** Dates and property filters for all insights of a dashboard, stored with it, or each insight's own. */
export function DashboardFilters({ filters, onChange }: DashboardFiltersProps) {
  const { date_from: from, date_to: to, ...rest } = filters;
  const { properties, ...dates } = filters;
  const hasDates = from !== undefined || to !== undefined;
  const list = toFilterList(properties);
  return (
    <search class="row board-filters">
      <label>
        <input
          type="checkbox"
          checked={hasDates}
          onChange={(event) => onChange(event.currentTarget.checked ? { ...rest, date_from: FIRST } : rest)}
        />{" "}
        Same dates for all
      </label>
      {hasDates && <DateRange value={filters} onChange={(range) => onChange({ ...rest, ...toDates(range) })} />}
      {list === null ? (
        <button type="button" class="small" onClick={() => onChange(dates)}>
          Remove the groups of filters
        </button>
      ) : (
        <PropertyFilters
          name="Filters for all"
          types={FILTERABLE}
          value={list}
          onChange={(next) => onChange({ ...dates, ...(next.length > 0 && { properties: next }) })}
        />
      )}
    </search>
  );
}

function toDates({ date_from: from, date_to: to }: DateRangeValue): Filters {
  return { ...(from && { date_from: from }), ...(to && { date_to: to }) };
}
