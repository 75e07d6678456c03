import { Link, useLocation, useParams } from "wouter-preact";
import type { EventRecord } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { CopyButton } from "../../parts/code.tsx";
import { isMissing, Missing } from "../../parts/missing.tsx";
import { Answered } from "../../parts/states.tsx";
import { View } from "../../parts/view.tsx";
import { useProject } from "../../project.ts";
import { useLoaded } from "../../use-loaded.ts";
import { EventDetails } from "./event-details.tsx";
import { withoutValue, withValue } from "./event-value.ts";
import { toExplorerPath, toExplorerState } from "./explorer-state.ts";

/** One event, by an address to share. */
export function EventView() {
  const { id = "" } = useParams<{ id: string }>();
  const { P } = useProject();
  const [, navigate] = useLocation();
  const answer = useLoaded(["event", P, id], (signal) =>
    call<EventRecord>(`${P}/events/${encodeURIComponent(id)}/`, { signal }),
  );
  if (isMissing(answer.error)) {
    return (
      <Missing title="No such event" list={{ path: "/events", name: "All events" }}>
        There is no event {id} in this project. It may be deleted, or one of another project.
      </Missing>
    );
  }
  return (
    <View
      title={answer.data?.event ?? "Event"}
      actions={
        <>
          <Link href="/events">All events</Link>
          <CopyButton text={location.href}>Copy link</CopyButton>
        </>
      }
    >
      <Answered answer={answer} what="the event">
        {(event) => (
          <div class="panel stack">
            <EventDetails
              event={event}
              filterBy={(value, isOut) => {
                const state = toExplorerState(new URLSearchParams("from=all"));
                navigate(toExplorerPath((isOut ? withoutValue : withValue)(state, value)));
              }}
            />
          </div>
        )}
      </Answered>
    </View>
  );
}
