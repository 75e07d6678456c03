import { Link } from "wouter-preact";
import { InsightChart } from "../insights/insight-chart.tsx";
import type { QuestionDraft } from "../insights/question.ts";
import { AppFigures } from "./app-figures.tsx";
import { NewestPersons, TopEvents } from "./app-lists.tsx";
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
