import { Table } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { Value } from "../../parts/value.tsx";

interface SampleEvent {
  event: string;
  distinct_id: string;
  timestamp: string;
  properties?: Record<string, unknown>;
}

/** The first events as they would be. */
export function Sample({ events }: { events: readonly object[] }) {
  return (
    <Table
      caption="The first events as they would be"
      rows={events as SampleEvent[]}
      rowKey={(_, index) => index}
      columns={[
        { name: "When", cell: ({ timestamp }) => <Time at={timestamp} isExact /> },
        { name: "Event", cell: ({ event }) => event },
        { name: "Distinct id", cell: ({ distinct_id: id }) => id },
        { name: "Properties", cell: ({ properties = {} }) => <Value value={properties} /> },
      ]}
    />
  );
}
