import { call } from "../../api.ts";
import { startOfLastDay } from "../../last-day.ts";
import { onDemand, viewOnDemand } from "../../on-demand.tsx";
import { Answered } from "../../parts/states.tsx";
import { View } from "../../parts/view.tsx";
import { useProject } from "../../project.ts";
import { useLoaded } from "../../use-loaded.ts";

// Each project needs one of these views: the file of a view is loaded when it is shown.
// The first two show parts of other views.
const Start = viewOnDemand(async () => (await import("./start.tsx")).Start);
const Overview = viewOnDemand(async () => (await import("./overview.tsx")).Overview);
const WebOverview = onDemand(async () => (await import("./web-overview.tsx")).WebOverview);
// Most projects are sites.
WebOverview.preload();

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
    const [last, isSite] = await Promise.all([startOfLastDay(P, signal), hasPageviews(P, signal)]);
    return { hasEvents: last !== undefined, isSite };
  });
  return (
    <View title={project.name}>
      <Answered answer={answer} what="the project">
        {({ hasEvents, isSite }) => (!hasEvents ? <Start /> : isSite ? <WebOverview /> : <Overview />)}
      </Answered>
    </View>
  );
}
