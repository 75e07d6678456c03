import { DraftInput } from "../../parts/draft-input.tsx";
import { EventField } from "../../parts/event-field.tsx";
import { PropertyFilters } from "../../parts/property-filters.tsx";
import { describeFilter } from "../../parts/filter-operators.ts";
import type { EventFilter } from "./explorer-state.ts";

interface EventFiltersProps {
  filter: EventFilter;
  onChange: (filter: EventFilter) => void;
}

/** Filters for events: name, distinct id, properties. */
export function EventFilters({ filter, onChange }: EventFiltersProps) {
  // Tests of columns come from values that are left out: the fields of properties know none.
  const [columns, properties] = [true, false].map((isColumn) =>
    filter.properties.filter(({ type }) => (type === "event_metadata") === isColumn),
  ) as [typeof filter.properties, typeof filter.properties];
  return (
    <search class="row live-filters">
      <EventField
        label="Event name"
        value={filter.event}
        onChange={(event) => onChange({ ...filter, event: event.trim() })}
      />
      <DraftInput
        label="Distinct id"
        value={filter.distinctId}
        onChange={(distinctId) => onChange({ ...filter, distinctId: distinctId.trim() })}
      />
      {columns.map((test) => (
        <button
          key={describeFilter(test)}
          type="button"
          class="event-chip"
          title="Remove this filter"
          onClick={() => onChange({ ...filter, properties: filter.properties.filter((each) => each !== test) })}
        >
          {describeFilter(test)} ✕
        </button>
      ))}
      <PropertyFilters
        name="Property filters"
        types={["event", "person"]}
        value={properties}
        onChange={(changed) => onChange({ ...filter, properties: [...columns, ...changed] })}
        {...(filter.event !== "" && { eventNames: [filter.event] })}
      />
    </search>
  );
}
