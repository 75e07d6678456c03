import { Link } from "wouter-preact";
import type { PersonRecord, TrendResult } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { toCounted } from "../../parts/counted.ts";
import { Answered, Empty } from "../../parts/states.tsx";
import { Table } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { toShortName } from "../persons/short-name.ts";
import { useProject } from "../../project.ts";
import { useLoaded } from "../../use-loaded.ts";
import { DayBars } from "./day-bars.tsx";
import { OtherApp } from "./other-app.tsx";

/** A summary of an app without page views: its events, its newest persons, links. */
export function Overview() {
  return (
    <div class="stack">
      <div class="first-run-columns">
        <EventsByDay />
        <NewestPersons />
      </div>
      <OtherApp />
    </div>
  );
}

function EventsByDay() {
  const { P } = useProject();
  const answer = useLoaded(["events by day", P], (signal) =>
    call<TrendResult>(`${P}/insights/trend/`, {
      method: "POST",
      body: { events: [{ id: null, type: "events" }], date_from: "-13d", interval: "day" },
      signal,
    }),
  );
  return (
    <section class="panel stack">
      <h2>Events of the last 14 days</h2>
      <Answered answer={answer} what="the count of events">
        {({ result: [series] }) => <DayBars days={series?.days ?? []} counts={series?.data ?? []} />}
      </Answered>
      <p class="row">
        <Link href="/events/live">Watch them live</Link>
        <Link href="/insights">Ask a question</Link>
        <Link href="/dashboards">Dashboards</Link>
      </p>
    </section>
  );
}

function NewestPersons() {
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
