import { startOfLastDay } from "../../last-day.ts";
import { Answered } from "../../parts/states.tsx";
import { View } from "../../parts/view.tsx";
import { useProject } from "../../project.ts";
import { useLoaded } from "../../use-loaded.ts";
import { Overview } from "./overview.tsx";
import { Start } from "./start.tsx";

/** The start: how to send the first event, or a summary of existing events. */
export function FirstRunView() {
  const { project, P } = useProject();
  // Loaded once: the view that waits for the first event stays after its arrival.
  const answer = useLoaded(["has events", P], async (signal) => (await startOfLastDay(P, signal)) !== undefined);
  return (
    <View title={project.name}>
      <Answered answer={answer} what="the project">
        {(hasEvents) => (hasEvents ? <Overview /> : <Start />)}
      </Answered>
    </View>
  );
}
