import { useEffect, useState } from "preact/hooks";
import type { PropertyOwner } from "./completions.tsx";
import { toWhole } from "./filter-operators.ts";
import type { PropertyFilter } from "./filter-operators.ts";
import { PropertyFilterRow } from "./property-filter-row.tsx";
export type { PropertyFilter } from "./filter-operators.ts";

interface PropertyFiltersProps {
  value: readonly PropertyFilter[];
  /** Receives the complete filters. */
  onChange: (filters: PropertyFilter[]) => void;
  /** The owners whose properties can be tested; new filters have the first. */
  types: readonly PropertyOwner[];
  /** The events whose properties are offered. @default those of all events */
  eventNames?: readonly string[];
  /** The name of the list, for screen readers. @default "Filters" */
  name?: string;
}

/** A list of property filters, which must all pass. Incomplete filters stay here until they are complete. */
export function PropertyFilters({ value, onChange, types, eventNames, name = "Filters" }: PropertyFiltersProps) {
  const [rows, setRows] = useState<readonly PropertyFilter[]>(value);
  const text = JSON.stringify(value);
  // Something else (the address) changed them: incomplete filters are dropped.
  useEffect(() => {
    if (JSON.stringify(toWhole(rows)) !== text) setRows(JSON.parse(text) as PropertyFilter[]);
  }, [text]);
  const change = (next: readonly PropertyFilter[]) => {
    setRows(next);
    const whole = toWhole(next);
    if (JSON.stringify(whole) !== text) onChange(whole);
  };
  const [event] = eventNames?.length === 1 ? eventNames : [];
  return (
    <fieldset class="filters" aria-label={name}>
      {rows.map((filter, index) => (
        <PropertyFilterRow
          key={index}
          place={index + 1}
          filter={filter}
          types={types}
          event={event}
          onChange={(changed) => change(rows.with(index, changed))}
          remove={() => change(rows.toSpliced(index, 1))}
        />
      ))}
      <button type="button" class="small" onClick={() => change([...rows, { key: "", type: types[0] ?? "event" }])}>
        + Filter
      </button>
    </fieldset>
  );
}
