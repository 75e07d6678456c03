import { useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { ErrorNote } from "../../parts/states.tsx";
import { LiveEvents } from "../live/live-events.tsx";
import { MissingEvent } from "../live/missing-event.tsx";
import { useLiveEvents } from "../live/use-live-events.ts";
import type { EventFilter } from "../live/use-live-events.ts";

const EVERYTHING: EventFilter = { event: "", distinctId: "", properties: [] };

/** Waits for the first event, and becomes the list of events when it arrives. */
export function FirstEvent() {
  const { shown, error } = useLiveEvents(EVERYTHING, false);
  const [isMissing, setIsMissing] = useState(false);
  const [first] = shown;
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
        <p>
          <button type="button" onClick={() => setIsMissing(true)}>
            Why is my event not here?
          </button>
        </p>
      ) : (
        <>
          <p class="row">
            What next: <Link href="/live">watch them live</Link>
            <Link href={`/persons/${first.person_id}`}>look at the person</Link>
            <Link href="/insights">ask a question</Link>
          </p>
          <LiveEvents />
        </>
      )}
      {isMissing && <MissingEvent close={() => setIsMissing(false)} />}
    </section>
  );
}
