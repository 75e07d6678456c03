import { CompletedInput } from "../../parts/completed-input.tsx";
import { eventNames } from "../../parts/completions.ts";
import { PropertyFilters } from "../../parts/property-filters.tsx";
import { useProject } from "../../project.ts";
import type { EventFilter } from "./use-live-events.ts";

interface LiveFiltersProps {
  filter: EventFilter;
  onChange: (filter: EventFilter) => void;
}

/** Filters for the shown events: name, distinct id, properties. */
export function LiveFilters({ filter, onChange }: LiveFiltersProps) {
  const { P } = useProject();
  return (
    <search class="row live-filters">
      <CompletedInput
        label="Event name"
        value={filter.event}
        onChange={(event) => onChange({ ...filter, event: event.trim() })}
        complete={(text, signal) => eventNames(P, text, signal)}
      />
      <CompletedInput
        label="Distinct id"
        value={filter.distinctId}
        onChange={(distinctId) => onChange({ ...filter, distinctId: distinctId.trim() })}
      />
      <PropertyFilters
        name="Property filters"
        types={["event", "person"]}
        value={filter.properties}
        onChange={(properties) => onChange({ ...filter, properties })}
        {...(filter.event !== "" && { eventNames: [filter.event] })}
      />
    </search>
  );
}
