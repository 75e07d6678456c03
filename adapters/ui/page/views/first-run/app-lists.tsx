import { Link, useLocation } from "wouter-preact";
import type { PersonRecord } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { toCounted } from "../../parts/counted.ts";
import { Answered, Empty } from "../../parts/states.tsx";
import { Table } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { useProject } from "../../project.ts";
import { useLoaded } from "../../use-loaded.ts";
import { toBreakdownAddress } from "../events/event-value.ts";
import { toShortName } from "../persons/short-name.ts";
import { BarList } from "./bar-list.tsx";
import { topValues } from "./top-values.ts";

/** Names in the list. */
const TOP = 8;

const EVENTS = {
  series: { event: null, math: "total" },
  breakdown: { property: "event", type: "event_metadata" },
} as const;

/** The most frequent events of the last 30 days, all or the app's own ones; each leads to its trend. */
export function TopEvents({ isOwn = false }: { isOwn?: boolean }) {
  const { P } = useProject();
  const [, navigate] = useLocation();
  const answer = useLoaded(["top events", P], (signal) =>
    topValues(P, { ...EVENTS, query: { dateRange: { date_from: "-30d" } } }, signal),
  );
  return (
    <section class="panel stack" aria-label="Top events">
      <h2>{isOwn ? "Your events of 30 days" : "Top events of 30 days"}</h2>
      <Answered answer={answer} what="the top events">
        {(values) => {
          const top = values
            .flatMap(({ value, count }) => (value === null ? [] : [{ event: value, count }]))
            .filter(({ event }) => !isOwn || !event.startsWith("$"))
            .slice(0, TOP);
          if (top.length === 0) return <Empty>No events {isOwn && "of the app’s own "}in the last 30 days.</Empty>;
          const items = top.map(({ event, count }) => ({
            name: event,
            count,
            title: `Show the trend of ${event}`,
            choose: () => navigate(toBreakdownAddress({ owner: "event", key: "event", value: event }, event)),
          }));
          return <BarList items={items} />;
        }}
      </Answered>
    </section>
  );
}

/** The newest persons; each leads to their page. */
export function NewestPersons() {
  const { P } = useProject();
  const answer = useLoaded(["newest persons", P], (signal) =>
    call<{ results: PersonRecord[]; count: number }>(`${P}/persons/`, { query: { limit: 8 }, signal }),
  );
  return (
    <section class="panel stack">
      <h2>Newest persons</h2>
      <Answered answer={answer} what="persons">
        {({ results, count }) =>
          results.length === 0 ? (
            <Empty>Nobody is known so far: events make persons once they identify somebody.</Empty>
          ) : (
            <>
              <Table
                caption="Newest persons"
                columns={[
                  {
                    name: "Person",
                    cell: (person) => <Link href={`/persons/${person.uuid}`}>{toShortName(person)}</Link>,
                  },
                  { name: "First seen", cell: ({ created_at: at }) => <Time at={at} /> },
                ]}
                rows={results}
                rowKey={({ uuid }) => uuid}
              />
              <p>
                <Link href="/persons">{count === 1 ? "The only person" : `All ${toCounted(count, "person")}`}</Link>
              </p>
            </>
          )
        }
      </Answered>
    </section>
  );
}
