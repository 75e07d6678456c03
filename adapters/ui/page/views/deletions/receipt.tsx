import { Fragment } from "preact";
import type { DeletionRecord } from "../../../../../lib/index.ts";
import { Code } from "../../parts/code.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Table } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { toKindName } from "./kind-name.ts";

/** The state of the deleted bytes in words (`bytes` of the receipt). */
const BYTES: Readonly<Record<NonNullable<DeletionRecord["receipt"]>["bytes"], string>> = {
  rewritten: "rewritten: the file holds only rows that are there",
  overwritten: "overwritten in place",
  kept: "kept: the database is in memory, or erasing bytes is switched off",
};

/** The receipt of a finished deletion: proof without the deleted data. */
export function Receipt({ deletion, close }: { deletion: DeletionRecord; close: () => void }) {
  const { id, kind, key, receipt } = deletion;
  if (receipt === null) return null;
  return (
    <Dialog title={`Receipt of deletion ${id}`} close={close} place="side">
      <dl class="deletions-receipt">
        <dt>Deleted</dt>
        <dd>
          {toKindName(kind)}: <code>{key}</code>
        </dd>
        <dt>Requested</dt>
        <dd>
          <Time at={receipt.requested_at} isExact />
        </dd>
        {kind === "person_profile" ? (
          <>
            <dt>Kept</dt>
            <dd>all events</dd>
          </>
        ) : (
          <>
            <dt>Kept what arrived after</dt>
            <dd>
              <Time at={receipt.cut_off.at} isExact /> (row {receipt.cut_off.seq} of the log)
            </dd>
            <dt>Verified</dt>
            <dd>
              <Time at={receipt.verified_at} isExact />: the log was read again, and has none of them
            </dd>
          </>
        )}
        {kind !== "person_profile" && (
          <>
            <dt>Bytes in the file</dt>
            <dd>{BYTES[receipt.bytes]}</dd>
          </>
        )}
        {receipt.copies?.map((copy) => (
          <Fragment key={copy.name}>
            <dt>{copy.name === "copies" ? "Copies of the file" : `Copy in ${copy.name}`}</dt>
            <dd>
              {copy.gone_by !== undefined ? (
                <>
                  older copies have it still; they are gone by <Time at={copy.gone_by} isExact />
                </>
              ) : copy.erased_at !== null && copy.kept === null ? (
                <>
                  <Time at={copy.erased_at} isExact />: no copy from before the deletion is left
                </>
              ) : copy.erased_at === null || copy.kept === null ? (
                "answers are without the rows; their bytes are still being erased"
              ) : (
                <>
                  <Time at={copy.erased_at} isExact />: no file holds a deleted row;{" "}
                  {copy.kept.copy.toLocaleString("en")} events stayed there, and{" "}
                  {copy.kept.database.toLocaleString("en")} here
                </>
              )}
            </dd>
          </Fragment>
        ))}
      </dl>
      <Table
        caption="Rows deleted"
        rows={Object.entries(receipt.deleted)}
        rowKey={([table]) => table}
        columns={[
          { name: "Table", cell: ([table]) => <code>{table}</code> },
          { name: "Rows", isNumber: true, cell: ([, rows]) => rows.toLocaleString("en") },
        ]}
      />
      <p class="hint">
        The SHA-256 below is over the deleted events&rsquo; uuids, each with a line feed, in order of arrival.
      </p>
      <Code name="The receipt as JSON" text={JSON.stringify(receipt, null, 2)} />
    </Dialog>
  );
}
