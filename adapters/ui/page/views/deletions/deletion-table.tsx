import type { DeletionRecord } from "../../../../../lib/index.ts";
import { Empty } from "../../parts/states.tsx";
import { Table } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { toKindName } from "./kind-name.ts";

interface DeletionTableProps {
  rows: DeletionRecord[];
  open: (deletion: DeletionRecord) => void;
  /** Asks to delete the events of a profile that was deleted without them. */
  askForEvents: (deletion: DeletionRecord) => void;
}

/** The requests and their results, newest first. */
export function DeletionTable({ rows, open, askForEvents }: DeletionTableProps) {
  if (rows.length === 0) return <Empty>No deletions yet.</Empty>;
  return (
    <Table
      caption="Deletions"
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        { name: "Id", isNumber: true, cell: ({ id }) => id },
        { name: "Deletes", cell: ({ kind }) => toKindName(kind) },
        { name: "Key", cell: ({ key }) => <code class="deletions-key">{key}</code> },
        { name: "Requested", cell: ({ created_at }) => <Time at={created_at} /> },
        { name: "Status", cell: ({ status }) => <span class={`deletions-status ${status}`}>{status}</span> },
        {
          name: "Verified",
          cell: ({ delete_verified_at: at }) => (at === null ? "not yet" : <Time at={at} />),
        },
        {
          name: "Events",
          isNumber: true,
          cell: ({ receipt }) => receipt?.deleted["events"]?.toLocaleString("en"),
        },
        {
          name: "Receipt",
          cell: (deletion) => (
            <div class="row">
              {deletion.receipt !== null && (
                <button type="button" aria-label={`Receipt of ${deletion.id}`} onClick={() => open(deletion)}>
                  Receipt
                </button>
              )}
              {deletion.kind === "person_profile" && (
                <button type="button" onClick={() => askForEvents(deletion)}>
                  Delete these events too …
                </button>
              )}
            </div>
          ),
        },
      ]}
    />
  );
}
