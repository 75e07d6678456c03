import { useState } from "preact/hooks";
import type { ActivityList, ActivityRecord } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { Answered, Empty } from "../../parts/states.tsx";
import { Table } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { Value } from "../../parts/value.tsx";
import { useProject } from "../../project.ts";
import { useLoaded } from "../../use-loaded.ts";
import { toSentence } from "./activity-sentence.ts";

const LIMIT = 20;

/** The changes in the project with their authors, newest first, page by page. */
export function ActivityLog() {
  const { P } = useProject();
  const [page, setPage] = useState(1);
  const answer = useLoaded(["activity", P, page], (signal) =>
    call<ActivityList>(`${P}/activity_log`, { query: { page, limit: LIMIT }, signal }),
  );
  return (
    <section class="panel stack" aria-labelledby="settings-activity">
      <div class="view-head">
        <h2 id="settings-activity">Activity</h2>
        <button type="button" onClick={answer.reload}>
          Refresh
        </button>
      </div>
      <Answered answer={answer} what="the activity">
        {({ results, total_count: total }) =>
          total === 0 ? (
            <Empty>Nothing was changed yet.</Empty>
          ) : (
            <div class="stack">
              <ActivityTable rows={results} />
              <Pages page={page} pages={Math.ceil(total / LIMIT)} choose={setPage} />
            </div>
          )
        }
      </Answered>
    </section>
  );
}

function ActivityTable({ rows }: { rows: ActivityRecord[] }) {
  return (
    <Table
      caption="What happened"
      rows={rows}
      rowKey={(_, index) => index}
      columns={[
        { name: "When", cell: ({ created_at }) => <Time at={created_at} /> },
        { name: "Author", cell: ({ user }) => user.first_name },
        { name: "What", cell: toSentence },
        { name: "Changes", cell: ({ detail }) => <Changes changes={detail.changes} /> },
      ]}
    />
  );
}

function Changes({ changes }: Pick<ActivityRecord["detail"], "changes">) {
  if (changes.length === 0) return null;
  return (
    <ul class="settings-changes">
      {changes.map(({ field, before, after, keys }, index) => (
        <li key={index}>
          {field !== null && <code>{field}</code>} {keys?.join(", ")}
          <Side word="from" value={before} />
          <Side word="to" value={after} />
        </li>
      ))}
    </ul>
  );
}

function Side({ word, value }: { word: string; value: unknown }) {
  if (value === null || value === undefined) return null;
  return (
    <>
      {" "}
      {word} {value === "" ? "nothing" : <Value value={value} />}
    </>
  );
}

function Pages({ page, pages, choose }: { page: number; pages: number; choose: (page: number) => void }) {
  if (pages <= 1) return null;
  return (
    <nav class="actions" aria-label="Pages of the activity">
      <button type="button" disabled={page <= 1} onClick={() => choose(page - 1)}>
        Newer
      </button>
      <span>
        Page {page} of {pages}
      </span>
      <button type="button" disabled={page >= pages} onClick={() => choose(page + 1)}>
        Older
      </button>
    </nav>
  );
}
