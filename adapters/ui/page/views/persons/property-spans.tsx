import { call } from "../../api.ts";
import { Answered } from "../../parts/states.tsx";
import { Table } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { Value } from "../../parts/value.tsx";
import { useProject } from "../../project.ts";
import { useLoaded } from "../../use-loaded.ts";

interface Span {
  timestamp: string;
  properties: Record<string, unknown>;
  relevant_event_count: number;
}

/** The values of a property at each of the person's events, rebuilt by the server: ranges of equal values. */
export function PropertySpans({ uuid, name }: { uuid: string; name: string }) {
  const { P } = useProject();
  const answer = useLoaded(["spans", P, uuid, name], (signal) => {
    // A filter names the property.
    const properties = [{ key: name, type: "person", operator: "is_set" }];
    const query = { properties, date_from: "all" };
    return call<{ points: Span[] }>(`${P}/persons/${uuid}/properties_timeline`, { query, signal });
  });
  return (
    <section class="stack" aria-label="Value over time">
      <h3>At the person's events</h3>
      <Answered answer={answer} what="the values over time">
        {({ points }) =>
          points.length === 0 ? (
            <p class="hint">This person has no events.</p>
          ) : (
            <Table
              caption={`Values of ${name} over time`}
              rows={points.toReversed()}
              rowKey={(_, index) => index}
              columns={[
                { name: "From", cell: ({ timestamp }) => <Time at={timestamp} isExact /> },
                {
                  name: "Value",
                  // The server returns null for a missing value.
                  cell: ({ properties: { [name]: value } }) =>
                    value === null ? <span class="hint">none</span> : <Value value={value} />,
                },
                {
                  name: "Events",
                  isNumber: true,
                  cell: ({ relevant_event_count: count }) => count.toLocaleString("en"),
                },
              ]}
            />
          )
        }
      </Answered>
    </section>
  );
}
