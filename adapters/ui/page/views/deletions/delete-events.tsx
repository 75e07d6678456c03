import { useState } from "preact/hooks";
import { call } from "../../api.ts";
import { Choice } from "../../parts/choice.tsx";
import { Confirm } from "../../parts/dialog.tsx";
import { EventField } from "../../parts/event-field.tsx";
import { useProject } from "../../project.ts";
import { NextRun } from "../persons/next-run.tsx";

const KINDS = { events_by_name: "of a name", events_before: "before a day", event: "one event, by its UUID" };

/** Asks which events to delete, by name, by age or one by one, and queues them for the next run. */
export function DeleteEvents({ done, close }: { done: () => void; close: () => void }) {
  const { P } = useProject();
  const [kind, setKind] = useState<keyof typeof KINDS>("events_by_name");
  const [key, setKey] = useState("");
  const remove = async () => {
    await call(`${P}/deletions/`, { method: "POST", body: { kind, key: key.trim() } });
    done();
  };
  return (
    <Confirm title="Delete events" verb="Delete" run={remove} close={close} isReady={key.trim() !== ""}>
      <div class="row">
        <Choice
          label="Which events"
          options={KINDS}
          value={kind}
          onChange={(next) => {
            setKind(next);
            setKey("");
          }}
        />
        {kind === "events_by_name" ? (
          <EventField label="Name of the events" value={key} onChange={setKey} />
        ) : (
          <input
            type={kind === "event" ? "text" : "date"}
            aria-label={kind === "event" ? "UUID of the event" : "The first day that stays"}
            value={key}
            onInput={({ currentTarget }) => setKey(currentTarget.value)}
          />
        )}
      </div>
      <p>
        Events that have arrived by now are deleted: <NextRun /> Later events stay. This cannot be undone.
      </p>
    </Confirm>
  );
}
