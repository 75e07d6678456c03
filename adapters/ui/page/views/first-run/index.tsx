import type { EventRecord } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
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
  const answer = useAnswer(["has events", P], (signal) =>
    call<{ results: EventRecord[] }>(`${P}/events/`, { query: { limit: 1 }, signal }),
  );
  return (
    <View title={project.name}>
      <Answered answer={answer} what="the project">
        {({ results }) => (results.length === 0 ? <Start /> : <Overview />)}
      </Answered>
    </View>
  );
}
