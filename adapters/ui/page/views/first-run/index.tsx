import { call } from "../../api.ts";
import { startOfLastDay } from "../../last-day.ts";
import { viewOnDemand } from "../../on-demand.tsx";
import { Answered } from "../../parts/states.tsx";
import { View } from "../../parts/view.tsx";
import { useProject } from "../../project.ts";
import { useLoaded } from "../../use-loaded.ts";
import { WebOverview } from "./web-overview.tsx";

// Most projects are sites: the others load the file of their view.
const Start = viewOnDemand(async () => (await import("./start.tsx")).Start);
const Overview = viewOnDemand(async () => (await import("./overview.tsx")).Overview);

/** Does the project have page views? Other apps have no visits to show. */
async function hasPageviews(P: string, signal: AbortSignal): Promise<boolean> {
  const query = { search: "$pageview", limit: 10 };
  const { results } = await call<{ results: { name: string }[] }>(`${P}/event_definitions/`, { query, signal });
  return results.some(({ name }) => name === "$pageview");
}

/** The start: how to send the first event, or a summary of existing events. */
export function FirstRunView() {
  const { project, P } = useProject();
  // Loaded once: the view that waits for the first event stays after its arrival.
  const answer = useLoaded(["has events", P], async (signal) => {
    const isSite = await hasPageviews(P, signal);
    return { isSite, hasEvents: isSite || (await startOfLastDay(P, signal)) !== undefined };
  });
  // Most projects with events are sites: the chart is asked for beside this, and the requests of other projects end with it.
  const isSite = answer.data?.isSite ?? (project.ingested_event && answer.error === undefined);
  return (
    <View title={project.name}>
      {isSite ? (
        <WebOverview isKnown={answer.data !== undefined} />
      ) : (
        <Answered answer={answer} what="the project">
          {({ hasEvents }) => (hasEvents ? <Overview /> : <Start />)}
        </Answered>
      )}
    </View>
  );
}
