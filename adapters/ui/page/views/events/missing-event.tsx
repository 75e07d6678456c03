import { useEffect } from "preact/hooks";
import type { WarningRecord } from "../../../../../lib/index.ts";
import { diagnoseRequests } from "../../../../explain/diagnose-requests.ts";
import type { RequestList } from "../../../../explain/diagnose-requests.ts";
import type { SeenRequest } from "../../../../explain/show-request.ts";
import { call, HOST } from "../../api.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Answered, Empty } from "../../parts/states.tsx";
import { Table } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { Value } from "../../parts/value.tsx";
import { useProject } from "../../project.ts";
import { useLoaded } from "../../use-loaded.ts";
import { Diagnosis } from "./diagnosis.tsx";
import { RequestDetail } from "./request-detail.tsx";
import { RequestLine } from "./request-line.tsx";

/** Pause in ms between two looks at the requests, as long as a user waits for a press to show. */
const LOOK_AGAIN_MS = 2000;

/** Explains why an event is not in the list: refused requests, changed or dropped events, or no request. */
export function MissingEvent({ close }: { close: () => void }) {
  const { project, P } = useProject();
  const requests = useLoaded(["requests", project.id], (signal) =>
    call<RequestList>("ui/requests", { query: { project: project.id }, signal }),
  );
  const warnings = useLoaded(["warnings", P], (signal) =>
    call<{ results: WarningRecord[] }>(`${P}/ingestion_warnings`, { query: { limit: 50 }, signal }),
  );
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.hidden) return;
      requests.reload();
      warnings.reload();
    }, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <Dialog title="Why is my event not here?" close={close} place="side">
      {requests.data !== undefined && (
        <Diagnosis findings={diagnoseRequests(requests.data, warnings.data?.results ?? [])} />
      )}
      <p>
        Clients of this project send to <code>{HOST.replace(/\/$/, "")}</code> with the token{" "}
        <code>{project.api_token}</code>. Below are the requests that arrived, newest first; new ones appear by
        themselves.
      </p>
      <section class="stack">
        <h3>Requests</h3>
        <Answered answer={requests} what="requests">
          {({ results, other_tokens: others }) => <Requests requests={results} isAlone={others.length === 0} />}
        </Answered>
      </section>
      <section class="stack">
        <h3>Ingestion warnings</h3>
        <Answered answer={warnings} what="warnings">
          {({ results }) => <Warnings warnings={results} />}
        </Answered>
      </section>
    </Dialog>
  );
}

function Requests({ requests, isAlone }: { requests: readonly SeenRequest[]; isAlone: boolean }) {
  if (requests.length === 0 && !isAlone) return <Empty>No request arrived with this project's token.</Empty>;
  if (requests.length === 0) {
    return (
      <Empty>
        No capture request has arrived since this hoglet was started (or since the page was opened). Is the address
        right, does the client flush, does an ad blocker or a content security policy stop it? Look into the browser's
        network tab.
      </Empty>
    );
  }
  return (
    <ul class="live-requests">
      {requests.map((request) => (
        <li key={request.id}>
          <details name="request">
            <summary>
              <RequestLine request={request} />
            </summary>
            <RequestDetail request={request} />
          </details>
        </li>
      ))}
    </ul>
  );
}

function Warnings({ warnings }: { warnings: readonly WarningRecord[] }) {
  if (warnings.length === 0) return <Empty>None: nothing was dropped or changed.</Empty>;
  return (
    <Table
      caption="Ingestion warnings, the newest first"
      columns={[
        { name: "Time", cell: ({ timestamp }) => <Time at={timestamp} isExact /> },
        {
          name: "What happened",
          cell: ({ message, type, details }) => (
            <>
              {message ?? type} <Value value={details} />
            </>
          ),
        },
        { name: "Distinct id", cell: ({ distinct_id: id }) => <code>{id}</code> },
      ]}
      rows={warnings}
      rowKey={({ id }) => id}
    />
  );
}
