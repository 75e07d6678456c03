import { Time } from "../../parts/time.tsx";
import { Value } from "../../parts/value.tsx";
import type { PropertyStep } from "../../../../explain/property-history.ts";

interface PropertyStepItemProps {
  step: PropertyStep;
  /** The author of a manual change; absent = the app sent the event. */
  author: string | undefined;
}

/** A change of a property: "set to pro by paid at 10:00", and the event. */
export function PropertyStepItem({ step, author }: PropertyStepItemProps) {
  const { event, how, value, hasEffect, repeats } = step;
  return (
    <li class={hasEffect ? "property-step" : "property-step idle"}>
      <p>
        {how === "unset" ? "removed" : "set to"} {how !== "unset" && <Value value={value} />} by{" "}
        <code>{event.event}</code> at <Time at={event.timestamp} isExact />
        {author !== undefined && (
          <>
            , changed by hand by <strong>{author}</strong>
          </>
        )}
      </p>
      <p class="hint">{toRemarks(step).join(" ")}</p>
      {repeats > 0 && (
        <p class="hint">{repeats === 1 ? "One later event did the same." : `${repeats} later events did the same.`}</p>
      )}
      <details>
        <summary>
          Event of <code class="distinct-id">{event.distinct_id}</code>
        </summary>
        <dl class="facts">
          <dt>uuid</dt>
          <dd>
            <code class="distinct-id">{event.uuid}</code>
          </dd>
          <dt>Arrived</dt>
          <dd>
            <Time at={event.created_at} isExact />
          </dd>
          <dt>Properties</dt>
          <dd>
            <pre class="value">{JSON.stringify(event.properties, null, 2)}</pre>
          </dd>
        </dl>
      </details>
    </li>
  );
}

function toRemarks({ how, isAutomatic, hasEffect }: PropertyStep): string[] {
  const remarks: string[] = [];
  if (isAutomatic) remarks.push("Taken from the event's own property.");
  if (how === "set_once")
    remarks.push(hasEffect ? "Set once: it was not there." : "No effect: set once, and it was there.");
  if (how === "unset" && !hasEffect) remarks.push("No effect: it was not there.");
  return remarks;
}
