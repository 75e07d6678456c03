import { useState } from "preact/hooks";
import type { DeletionRecord } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { Confirm } from "../../parts/dialog.tsx";
import { Answered } from "../../parts/states.tsx";
import { Time } from "../../parts/time.tsx";
import { View } from "../../parts/view.tsx";
import { useProject } from "../../project.ts";
import { useLoaded } from "../../use-loaded.ts";
import { useReloading } from "../../use-reloading.ts";
import { DeleteEvents } from "./delete-events.tsx";
import { DeletionTable } from "./deletion-table.tsx";
import { Receipt } from "./receipt.tsx";

const LIMIT = 50;

/** Time in ms between two looks at the queue, whose runs are begun by a schedule or by others. */
const LOOK_EVERY_MS = 5000;

const STATUSES = ["pending", "running", "done"];

interface Deletions {
  count: number;
  next: string | null;
  /** ISO text; null = not planned. */
  next_run_at: string | null;
  waiting: number;
  results: DeletionRecord[];
}

/** Waiting deletions with the time of the next run, and the receipts of finished deletions. */
export function DeletionsView() {
  const { P, project } = useProject();
  const [status, setStatus] = useState("");
  const [offset, setOffset] = useState(0);
  const [dialog, setDialog] = useState<"run" | "events">();
  const [finished, setFinished] = useState<number>();
  const [opened, setOpened] = useState<DeletionRecord>();
  const [asked, setAsked] = useState<DeletionRecord>();
  const answer = useLoaded(["deletions", P, status, offset], (signal) =>
    call<Deletions>(`${P}/deletions/`, { query: { status, offset, limit: LIMIT }, signal }),
  );
  useReloading(answer, LOOK_EVERY_MS);
  const runNow = async () => {
    const { results } = await call<{ results: DeletionRecord[] }>(`${P}/deletions/run`, { method: "POST" });
    setFinished(results.length);
    answer.reload();
  };
  const deleteEvents = async ({ key }: DeletionRecord) => {
    await call(`${P}/deletions/`, { method: "POST", body: { kind: "person", key } });
    answer.reload();
  };
  const actions = (
    <>
      <label class="row">
        Show
        <select
          value={status}
          onChange={({ currentTarget }) => {
            setStatus(currentTarget.value);
            setOffset(0);
          }}
        >
          <option value="">all</option>
          {STATUSES.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </label>
      <button type="button" class="danger" onClick={() => setDialog("events")}>
        Delete events …
      </button>
      <button type="button" class="danger" onClick={() => setDialog("run")}>
        Run now …
      </button>
    </>
  );
  return (
    <View title="Deletions" actions={actions}>
      <div class="stack">
        <p class="hint">
          A deleted profile is gone at once. Its events are anonymous until the next run deletes them. Each deletion
          leaves a receipt.
        </p>
        <p role="status">{finished !== undefined && toNews(finished)}</p>
        <Answered answer={answer} what="deletions">
          {({ results, count, next, next_run_at: nextAt, waiting }) => (
            <div class="stack">
              <p>
                Next run:{" "}
                {nextAt === null ? (
                  <strong>none is planned</strong>
                ) : (
                  <>
                    <strong>
                      <Time at={nextAt} />
                    </strong>
                    , at <Time at={nextAt} isExact /> ({project.timezone})
                  </>
                )}
                , {waiting === 1 ? "1 waits for it" : `${waiting || "none"} wait for it`}
              </p>
              <DeletionTable rows={results} open={setOpened} askForEvents={setAsked} />
              {(offset > 0 || next !== null) && (
                <nav class="actions" aria-label="Pages of deletions">
                  <button type="button" disabled={offset === 0} onClick={() => setOffset(offset - LIMIT)}>
                    Newer
                  </button>
                  <span>
                    {offset + 1}–{offset + results.length} of {count}
                  </span>
                  <button type="button" disabled={next === null} onClick={() => setOffset(offset + LIMIT)}>
                    Older
                  </button>
                </nav>
              )}
            </div>
          )}
        </Answered>
      </div>
      {dialog === "events" && <DeleteEvents done={answer.reload} close={() => setDialog(undefined)} />}
      {dialog === "run" && (
        <Confirm title="Run all deletions now?" verb="Run now" run={runNow} close={() => setDialog(undefined)}>
          <p>
            All waiting deletions run, in all projects: the rows go, and their bytes in the file. This cannot be undone.
            On a large database it takes a while.
          </p>
        </Confirm>
      )}
      {asked !== undefined && (
        <Confirm
          title="Delete these events too?"
          verb="Delete events"
          run={() => deleteEvents(asked)}
          close={() => setAsked(undefined)}
        >
          <p>
            The events that the person <code>{asked.key}</code> had when the profile was deleted go with the next run.
            If the person has come back, all of their events up to now go. This cannot be undone.
          </p>
        </Confirm>
      )}
      {opened !== undefined && <Receipt deletion={opened} close={() => setOpened(undefined)} />}
    </View>
  );
}

function toNews(finished: number): string {
  if (finished === 0) return "Nothing was waiting.";
  return finished === 1 ? "One deletion was carried out." : `${finished} deletions were carried out.`;
}
