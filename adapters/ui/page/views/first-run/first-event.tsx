import { useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { diagnoseRequests } from "../../../../explain/diagnose-requests.ts";
import type { RequestList } from "../../../../explain/diagnose-requests.ts";
import { call } from "../../api.ts";
import { ErrorNote } from "../../parts/states.tsx";
import { useProject } from "../../project.ts";
import { useLoaded } from "../../use-loaded.ts";
import { useReloading } from "../../use-reloading.ts";
import { Diagnosis } from "../events/diagnosis.tsx";
import { EVERYTHING } from "../events/explorer-state.ts";
import { LiveEvents } from "../events/live-events.tsx";
import { MissingEvent } from "../events/missing-event.tsx";
import { useLiveEvents } from "../events/use-live-events.ts";

/** Waits for the first event, and becomes the list of events when it arrives. */
export function FirstEvent() {
  const { shown, error } = useLiveEvents(EVERYTHING, false);
  const [isMissing, setIsMissing] = useState(false);
  const first = shown.at(-1);
  return (
    <section class="panel stack first-run-live" aria-label="First event">
      <p role="status" class="first-run-wait">
        {first === undefined ? (
          <>
            <span class="spinner" aria-hidden="true" /> Waiting for your first event …
          </>
        ) : (
          <strong>Your first event arrived: {first.event}</strong>
        )}
      </p>
      {error !== undefined && <ErrorNote error={error} />}
      {first === undefined ? (
        <>
          <WrongRequests />
          <p>
            <button type="button" onClick={() => setIsMissing(true)}>
              Why is my event not here?
            </button>
          </p>
        </>
      ) : (
        <>
          <p class="row">
            What next: <Link href="/events/live">watch them live</Link>
            <Link href={`/persons/${first.person_id}`}>look at the person</Link>
            <Link href="/insights">ask a question</Link>
          </p>
          <LiveEvents filter={EVERYTHING} />
        </>
      )}
      {isMissing && <MissingEvent close={() => setIsMissing(false)} />}
    </section>
  );
}

/** Time in ms between two looks at the requests: a developer sees a mistake while the terminal is still in front of them. */
const LOOK_EVERY_MS = 2000;

/** Explains requests that arrived, but brought this project nothing. */
function WrongRequests() {
  const { project } = useProject();
  const answer = useLoaded(["wrong requests", project.id], (signal) =>
    call<RequestList>("ui/requests", { query: { project: project.id }, signal }),
  );
  useReloading(answer, LOOK_EVERY_MS);
  const findings = answer.data === undefined ? [] : diagnoseRequests(answer.data, []);
  return findings.length === 0 ? null : <Diagnosis findings={findings} />;
}
