import { useState } from "preact/hooks";
import { Code } from "../../parts/code.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { EventIcon } from "../../parts/event-icon.tsx";
import { Table } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { Value } from "../../parts/value.tsx";
import { Sample } from "./sample.tsx";

const ROWS = [
  { name: "order paid", count: 1284, value: "pro" },
  { name: "product viewed", count: 20_480, value: true },
  { name: "signed up", count: 0, value: null },
];
const EVENTS = [
  "$pageview",
  "$pageleave",
  "$screen",
  "$autocapture",
  "$identify",
  "$feature_flag_called",
  "$exception",
  "order paid",
];

/** Panels, tables, values, icons, dialogs. */
export function PartSamples() {
  const [dialog, setDialog] = useState<"middle" | "side">();
  return (
    <>
      <div class="panel stack">
        <h3>A panel</h3>
        <dl class="facts">
          <dt>First seen</dt>
          <dd>
            <Time at="2024-03-01T09:15:30Z" />
          </dd>
          <dt>Exactly</dt>
          <dd>
            <Time at="2024-03-01T09:15:30Z" isExact />
          </dd>
        </dl>
      </div>
      <Table
        caption="A table"
        rows={ROWS}
        rowKey={({ name }) => name}
        columns={[
          { name: "Event", cell: ({ name }) => <a href="#/design">{name}</a> },
          { name: "Value", cell: ({ value }) => <Value value={value} /> },
          { name: "Count", isNumber: true, cell: ({ count }) => count.toLocaleString("en") },
        ]}
      />
      <Code name="Code to copy" text={'hoglet.capture({ event: "order paid", distinct_id: "ada" });'} />
      <Sample name="Icons of events">
        {EVENTS.map((event) => (
          <span key={event} title={event}>
            <EventIcon event={event} />
          </span>
        ))}
      </Sample>
      <Sample name="Dialogs">
        <button type="button" onClick={() => setDialog("middle")}>
          In the middle …
        </button>
        <button type="button" onClick={() => setDialog("side")}>
          At the side …
        </button>
      </Sample>
      {dialog !== undefined && (
        <Dialog title="A dialog" place={dialog} close={() => setDialog(undefined)}>
          <label class="field">
            <span>Its first field has the focus</span>
            <input />
          </label>
          <div class="actions">
            <button type="button" onClick={() => setDialog(undefined)}>
              Cancel
            </button>
            <button type="button" class="danger" onClick={() => setDialog(undefined)}>
              Delete
            </button>
            <button type="button" class="primary" onClick={() => setDialog(undefined)}>
              Save
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
