import { useState } from "preact/hooks";
import { call } from "../../api.ts";
import { Confirm } from "../../parts/dialog.tsx";
import { Answered, Empty } from "../../parts/states.tsx";
import { Table } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { useProject } from "../../project.ts";
import { useLoaded } from "../../use-loaded.ts";
import type { Key, NewKey } from "./key.ts";
import { KeyForm } from "./key-form.tsx";
import { describeScopes } from "./scopes.ts";
import { Code } from "../../parts/code.tsx";

type Doing = { what: "create" } | { what: "roll" | "revoke"; key: Key };

/** Personal API keys: create, roll, revoke. A value is shown only once. */
export function Keys() {
  const answer = useLoaded("keys", (signal) => call<Key[]>("api/personal_api_keys/", { signal }));
  const [doing, setDoing] = useState<Doing>();
  const [made, setMade] = useState<NewKey>();
  const show = (key: NewKey) => {
    setMade(key);
    answer.reload();
  };
  return (
    <section class="panel stack" aria-labelledby="settings-keys">
      <div class="view-head">
        <h2 id="settings-keys">Personal API keys</h2>
        <button type="button" onClick={() => setDoing({ what: "create" })}>
          Create a key
        </button>
      </div>
      <p class="hint">
        With a key, programs read and change what you see here. Capturing needs none: it takes the token.
      </p>
      {made !== undefined && <KeyValue made={made} close={() => setMade(undefined)} />}
      <Answered answer={answer} what="keys">
        {(keys) => (keys.length === 0 ? <Empty>No keys yet.</Empty> : <KeyTable keys={keys} begin={setDoing} />)}
      </Answered>
      {doing?.what === "create" && <KeyForm done={show} close={() => setDoing(undefined)} />}
      {doing?.what === "roll" && (
        <Confirm
          title={`Give ${doing.key.label} a new value?`}
          verb="Roll"
          run={async () => show(await call<NewKey>(`api/personal_api_keys/${doing.key.id}/roll`, { method: "POST" }))}
          close={() => setDoing(undefined)}
        >
          <p>The old value is refused at once, wherever it is in use. The new one is shown once.</p>
        </Confirm>
      )}
      {doing?.what === "revoke" && (
        <Confirm
          title={`Revoke ${doing.key.label}?`}
          verb="Revoke"
          run={async () => {
            await call(`api/personal_api_keys/${doing.key.id}`, { method: "DELETE" });
            answer.reload();
          }}
          close={() => setDoing(undefined)}
        >
          <p>Requests with it are refused from now on. This cannot be undone.</p>
        </Confirm>
      )}
    </section>
  );
}

function KeyTable({ keys, begin }: { keys: Key[]; begin: (doing: Doing) => void }) {
  const { projects } = useProject();
  const projectNameOf = (wanted: number) => projects.find(({ id }) => id === wanted)?.name ?? `project ${wanted}`;
  return (
    <Table
      caption="All personal API keys"
      rows={keys}
      rowKey={({ id }) => id}
      columns={[
        { name: "Label", cell: ({ label }) => label },
        { name: "Key", cell: ({ mask_value }) => <code>{mask_value}</code> },
        { name: "May do", cell: ({ scopes }) => describeScopes(scopes) },
        {
          name: "In",
          cell: ({ scoped_teams: ids }) => (ids.length === 0 ? "all projects" : ids.map(projectNameOf).join(", ")),
        },
        { name: "Made", cell: ({ created_at }) => <Time at={created_at} /> },
        { name: "Last used", cell: ({ last_used_at }) => <Time at={last_used_at} /> },
        {
          name: "Actions",
          cell: (key) => (
            <div class="actions nowrap">
              <button type="button" aria-label={`Roll ${key.label}`} onClick={() => begin({ what: "roll", key })}>
                Roll
              </button>
              <button
                type="button"
                class="danger"
                aria-label={`Revoke ${key.label}`}
                onClick={() => begin({ what: "revoke", key })}
              >
                Revoke
              </button>
            </div>
          ),
        },
      ]}
    />
  );
}

/** The value of a new key, which is shown only once and stored nowhere. */
function KeyValue({ made, close }: { made: NewKey; close: () => void }) {
  return (
    <div class="settings-made stack" role="status">
      <p>
        <strong>{made.label}</strong> is ready. Copy its value now: it is not shown again.
      </p>
      <Code name={`Value of ${made.label}`} text={made.value} />
      <div class="actions">
        <button type="button" onClick={close}>
          I have it
        </button>
      </div>
    </div>
  );
}
