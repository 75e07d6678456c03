import { useEffect, useState } from "preact/hooks";
import type { PropertyOwner } from "./completions.ts";
import { toWhole } from "./filter-operators.ts";
import type { PropertyFilter } from "./filter-operators.ts";
import { PropertyFilterRow } from "./property-filter-row.tsx";
export type { PropertyFilter } from "./filter-operators.ts";

interface PropertyFiltersProps {
  value: readonly PropertyFilter[];
  /** Gets those filters that are whole. */
  onChange: (filters: PropertyFilter[]) => void;
  /** Whose properties may be tested; the first is that of new filters. */
  types: readonly PropertyOwner[];
  /** The events whose properties are offered. @default those of all */
  eventNames?: readonly string[];
  /** What is filtered, for screen readers. @default "Filters" */
  name?: string;
}

/** A list of property filters, all of which must pass. Half-written ones stay here until they are whole. */
export function PropertyFilters({ value, onChange, types, eventNames, name = "Filters" }: PropertyFiltersProps) {
  const [rows, setRows] = useState<readonly PropertyFilter[]>(value);
  const text = JSON.stringify(value);
  // Somebody else changed them (the address did): what was half-written is given up.
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
