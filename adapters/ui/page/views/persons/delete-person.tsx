import { useState } from "preact/hooks";
import type { PersonRecord } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { toCounted } from "../../parts/counted.ts";
import { Confirm } from "../../parts/dialog.tsx";
import { useProject } from "../../project.ts";
import { NextRun } from "./next-run.tsx";
import { toShortName } from "./short-name.ts";

/** The deleted parts of persons. */
export interface Deleted {
  name: string;
  isPersonGone: boolean;
  areEventsQueued: boolean;
}

interface DeletePersonsProps {
  /** The persons to delete: at least one. */
  persons: readonly PersonRecord[];
  done: (what: Deleted) => void;
  close: () => void;
}

type Choice = "person" | "both" | "events";

const CHOICES: [Choice, string][] = [
  ["both", "Delete profile and events"],
  ["person", "Delete profile only (keep events)"],
  ["events", "Delete events only (keep profile)"],
];

const CHOSEN: Record<Choice, { delete_events: boolean; keep_person: boolean }> = {
  person: { delete_events: false, keep_person: false },
  both: { delete_events: true, keep_person: false },
  events: { delete_events: true, keep_person: true },
};

/** Asks which parts of persons to delete, and explains the consequences and the time. */
export function DeletePersons({ persons, done, close }: DeletePersonsProps) {
  const { P } = useProject();
  const [choice, setChoice] = useState<Choice>();
  const [first] = persons;
  const name = persons.length === 1 && first !== undefined ? toShortName(first) : toCounted(persons.length, "person");
  const remove = async () => {
    if (choice === undefined) return;
    const body = { ids: persons.map(({ uuid }) => uuid), ...CHOSEN[choice] };
    await call(`${P}/persons/bulk_delete`, { method: "POST", body });
    const { delete_events: areEventsQueued, keep_person: isKept } = CHOSEN[choice];
    done({ name, isPersonGone: !isKept, areEventsQueued });
  };
  return (
    <Confirm title={`Delete ${name}?`} verb="Delete" run={remove} close={close} isReady={choice !== undefined}>
      <fieldset class="choices">
        <legend>What is deleted?</legend>
        {CHOICES.map(([value, words]) => (
          <label key={value} class="row">
            <input
              type="radio"
              name="what"
              value={value}
              checked={choice === value}
              onChange={() => setChoice(value)}
            />
            {words}
          </label>
        ))}
      </fieldset>
      <ul class="consequences" aria-live="polite">
        {(choice === "person" || choice === "both") && (
          <li>
            {persons.length === 1 ? "The person goes" : "The persons go"} at once: the properties, the places in
            cohorts, the distinct ids. A later event of one of these ids makes a new person with the same UUID.
          </li>
        )}
        {choice === "person" && (
          <li>
            The events stay in the log without a person: totals count them, numbers of persons do not. You can delete
            them later under Deletions.
          </li>
        )}
        {(choice === "events" || choice === "both") && (
          <li>
            The events that have arrived by now are queued: <NextRun /> Until then they{" "}
            {choice === "both" ? "are anonymous" : "stay"}. Events that arrive later stay.
          </li>
        )}
        {choice !== undefined && <li>Deletions keeps a receipt. This cannot be undone.</li>}
      </ul>
    </Confirm>
  );
}
