import type { ActivityList, EventRecord, Page, PersonRecord } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Answered } from "../../parts/states.tsx";
import { Value } from "../../parts/value.tsx";
import { useProject } from "../../project.ts";
import { useLoaded } from "../../use-loaded.ts";
import { findAuthor, isOutcome, toPropertyHistory, toWriterFilters } from "../../../../explain/property-history.ts";
import { PropertySpans } from "./property-spans.tsx";
import { PropertyStepItem } from "./property-step-item.tsx";

/** Events that are read; with more, the newest. */
const MOST_EVENTS = 1000;

interface PropertyHistoryPanelProps {
  person: PersonRecord;
  name: string;
  close: () => void;
}

/** The changes of a property with their authors and times, as far as stored events show them. */
export function PropertyHistoryPanel({ person, name, close }: PropertyHistoryPanelProps) {
  const { P } = useProject();
  const { uuid, properties } = person;
  const answer = useLoaded(["writers", P, uuid, name], async (signal) => {
    const query = { person_id: uuid, properties: toWriterFilters(name, properties), limit: MOST_EVENTS };
    const [events, activity] = await Promise.all([
      call<Page<EventRecord>>(`${P}/events/`, { query, signal }),
      readActivity(`${P}/persons/${uuid}/activity`, signal),
    ]);
    return { events, activity };
  });
  return (
    <Dialog title={`History of ${name}`} place="side" close={close}>
      <p>
        Now:{" "}
        {Object.hasOwn(properties, name) ? <Value value={properties[name]} /> : <span class="hint">not there</span>}
      </p>
      <Answered answer={answer} what="the history">
        {({ events, activity }) => {
          const history = toPropertyHistory(name, properties, events.results);
          const isWhole = events.count <= events.results.length;
          return (
            <div class="stack">
              {history.steps.length === 0 ? (
                <p class="state empty">
                  No stored event says anything of it: it came with an import, from a person that was merged into this
                  one, or its event was deleted.
                </p>
              ) : (
                <ol class="plain-list stack property-steps" aria-label={`Events that wrote ${name}`} reversed>
                  {history.steps.map((step, index) => (
                    <PropertyStepItem key={index} step={step} author={findAuthor(name, step.event, activity)} />
                  ))}
                </ol>
              )}
              {!isWhole && <p class="hint">The newest {MOST_EVENTS} events that may have written it were read.</p>}
              {history.steps.length > 0 && !isOutcome(history, name, properties) && (
                <p class="hint">
                  These events do not give what is there now: an import, a merge or an event that was deleted wrote it
                  too.
                </p>
              )}
            </div>
          );
        }}
      </Answered>
      <PropertySpans uuid={uuid} name={name} />
    </Dialog>
  );
}

/** The history is useful even without the names of authors, if the key may not read them. */
async function readActivity(path: string, signal: AbortSignal): Promise<ActivityList["results"]> {
  const { results } = await call<ActivityList>(path, { query: { limit: MOST_EVENTS }, signal }).catch(() => ({
    results: [],
  }));
  return results;
}
