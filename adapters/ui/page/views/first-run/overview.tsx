import { Link, useLocation } from "wouter-preact";
import type { PersonRecord } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { toCounted } from "../../parts/counted.ts";
import { Answered, Empty } from "../../parts/states.tsx";
import { Table } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { toShortName } from "../persons/short-name.ts";
import { useProject } from "../../project.ts";
import { useLoaded } from "../../use-loaded.ts";
import { toBreakdownAddress } from "../events/event-value.ts";
import { InsightChart } from "../insights/insight-chart.tsx";
import { describeNumber } from "../insights/numbers.ts";
import type { QuestionDraft } from "../insights/question.ts";
import { AppFigures } from "./app-figures.tsx";
import { OtherApp } from "./other-app.tsx";

/** A summary of an app without page views: its events and active persons, its newest persons, and how many came back. */
export function Overview() {
  return (
    <div class="stack">
      <AppFigures />
      <div class="first-run-columns">
        <TopEvents />
        <NewestPersons />
      </div>
      <section class="panel stack">
        <h2>Persons back within a week</h2>
        <InsightChart question={CAME_BACK} compact />
      </section>
      <p class="row">
        <Link href="/events/live">Watch them live</Link>
        <Link href="/insights">Ask a question</Link>
        <Link href="/dashboards">Dashboards</Link>
      </p>
      <OtherApp />
    </div>
  );
}

const ANYTHING = { id: null, type: "events" as const };
const CAME_BACK: QuestionDraft = {
  insight: "RETENTION",
  period: "Day",
  total_intervals: 8,
  target_entity: ANYTHING,
  returning_entity: ANYTHING,
};

/** Names in the list. */
const TOP = 8;

/** The most frequent events of the last 30 days; each leads to its trend. */
function TopEvents() {
  const { P } = useProject();
  const [, navigate] = useLocation();
  const answer = useLoaded(["top events", P], (signal) =>
    call<{ results: { event: string; count: number }[] }>(`${P}/query/`, {
      method: "POST",
      body: { query: { kind: "TeamTaxonomyQuery" } },
      signal,
    }),
  );
  return (
    <section class="panel stack" aria-label="Top events">
      <h2>Top events of 30 days</h2>
      <Answered answer={answer} what="the top events">
        {({ results }) => {
          const top = results.slice(0, TOP);
          if (top.length === 0) return <Empty>No events in the last 30 days.</Empty>;
          return (
            <ul class="bar-list">
              {top.map(({ event, count }) => (
                <li key={event}>
                  <button
                    type="button"
                    title={`Show the trend of ${event}`}
                    onClick={() => navigate(toBreakdownAddress({ owner: "event", key: "event", value: event }, event))}
                  >
                    <span class="bar" style={{ width: `${(count / (top[0]?.count ?? 1)) * 100}%` }} />
                    <span class="bar-name">{event}</span>
                    <span class="bar-value">{describeNumber(count)}</span>
                  </button>
                </li>
              ))}
            </ul>
          );
        }}
      </Answered>
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
