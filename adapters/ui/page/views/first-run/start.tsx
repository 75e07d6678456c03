import { Link } from "wouter-preact";
import { DemoOffer } from "./demo-offer.tsx";
import { FirstEvent } from "./first-event.tsx";
import { SnippetChoice } from "./snippet-choice.tsx";

/** Instructions for the first event, and a view that waits for it. */
export function Start() {
  return (
    <div class="stack">
      <section class="panel stack">
        <h2>Send an event</h2>
        <SnippetChoice />
      </section>
      <FirstEvent />
      <section class="panel">
        <p>
          Are your events in another product? <Link href="/import">Import its files</Link>, or any table.
        </p>
      </section>
      <DemoOffer />
    </div>
  );
}
