import { startOfLastDay } from "../../last-day.ts";
import { Answered } from "../../parts/states.tsx";
import { View } from "../../parts/view.tsx";
import { useProject } from "../../project.ts";
import { useAnswer } from "../../use-answer.ts";
import { Overview } from "./overview.tsx";
import { Start } from "./start.tsx";

/** Where one begins: how to send the first event, or, once there are events, a short look at them. */
export function FirstRunView() {
  const { project, P } = useProject();
  // Asked once: the view that waits for the first event stays when it has come.
  const answer = useAnswer(["has events", P], async (signal) => (await startOfLastDay(P, signal)) !== undefined);
  return (
    <View title={project.name}>
      <Answered answer={answer} what="the project">
        {(hasEvents) => (hasEvents ? <Overview /> : <Start />)}
      </Answered>
    </View>
  );
}
