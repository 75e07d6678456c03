import { Link } from "wouter-preact";
import { withQuery } from "../../hash.ts";
import { Table } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { describeCost, describeLatency, describeTokens } from "./figures.ts";
import { toMessages } from "./messages.ts";
import type { Trace } from "../../../../explain/trace-tree.ts";

/** Traces as a table; each leads to its tree. */
export function TraceList({ traces }: { traces: readonly Trace[] }) {
  return (
    <Table
      caption="Traces, the newest first"
      columns={[
        {
          name: "Trace",
          cell: (trace) => (
            <Link href={withQuery("/ai", { trace: trace.id })} class="ai-name">
              {traceNameOf(trace)}
            </Link>
          ),
        },
        { name: "Time", cell: ({ createdAt }) => <Time at={createdAt} /> },
        {
          name: "Status",
          cell: ({ errorCount }) => (errorCount === 0 ? "ok" : <strong class="ai-failed">{errorCount} failed</strong>),
        },
        { name: "Model", cell: ({ models }) => <span class="ai-models">{models.join(", ") || "–"}</span> },
        {
          name: "Latency",
          isNumber: true,
          cell: ({ totalLatency }) => describeLatency(totalLatency),
          sortBy: ({ totalLatency }) => totalLatency ?? 0,
        },
        {
          name: "Tokens",
          isNumber: true,
          cell: ({ inputTokens, outputTokens }) => describeTokens(inputTokens, outputTokens),
          sortBy: ({ inputTokens, outputTokens }) => (inputTokens ?? 0) + (outputTokens ?? 0),
        },
        {
          name: "Cost",
          isNumber: true,
          cell: ({ totalCost }) => describeCost(totalCost),
          sortBy: ({ totalCost }) => totalCost ?? 0,
        },
        { name: "User", cell: ({ distinctId }) => <span class="ai-models">{distinctId}</span> },
      ]}
      rows={traces}
      rowKey={({ id }) => id}
    />
  );
}

/** Characters of a question that name a trace without a name. */
const LONGEST = 80;

/** A trace's name, else the text that was asked, else its id. */
function traceNameOf({ traceName, inputState, id }: Trace): string {
  const asked = toMessages(inputState, "user")
    .flatMap(({ blocks }) => blocks)
    .find((block) => block.kind === "text");
  return traceName ?? asked?.text.slice(0, LONGEST) ?? id;
}
