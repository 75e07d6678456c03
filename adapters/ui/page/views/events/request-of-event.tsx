import type { EventRecord } from "../../../../../lib/index.ts";
import type { SeenRequest } from "../../../../explain/show-request.ts";
import { call } from "../../api.ts";
import { Answered } from "../../parts/states.tsx";
import { useProject } from "../../project.ts";
import { useLoaded } from "../../use-loaded.ts";
import { findRequest } from "./find-request.ts";
import { RequestDetail } from "./request-detail.tsx";
import { RequestLine } from "./request-line.tsx";

/** The request of an event, if it is among the last requests. */
export function RequestOfEvent({ event }: { event: EventRecord }) {
  const { project } = useProject();
  const answer = useLoaded(["requests", project.id, event.uuid], (signal) =>
    call<{ results: SeenRequest[] }>("ui/requests", { query: { project: project.id }, signal }),
  );
  return (
    <Answered answer={answer} what="the request">
      {({ results }) => {
        const request = findRequest(event, results);
        if (request !== undefined) {
          return (
            <>
              <p>
                <RequestLine request={request} />
              </p>
              <RequestDetail request={request} />
            </>
          );
        }
        return (
          <p class="hint">
            Not kept: the last 200 capture requests are, and nothing of events that were imported or captured in
            process.
          </p>
        );
      }}
    </Answered>
  );
}
