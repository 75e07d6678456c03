import { useState } from "preact/hooks";
import type { AnswerTo } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { DateRange } from "../../parts/date-range.tsx";
import { Answered, Empty } from "../../parts/states.tsx";
import { View } from "../../parts/view.tsx";
import { useProject } from "../../project.ts";
import { useHashQuery } from "../../use-hash.ts";
import { useLoaded } from "../../use-loaded.ts";
import { CostByModel } from "./cost-by-model.tsx";
import { TraceList } from "./trace-list.tsx";
import { TraceView } from "./trace.tsx";

/** Traces on a page. */
const LIMIT = 50;

/** Calls of language models: the trace that the address names, else the list. */
export function AiView() {
  const [address] = useHashQuery();
  const trace = address.get("trace");
  return trace === null ? <TracesView /> : <TraceView key={trace} id={trace} />;
}

/** The costs of the week, and the traces of a range, the newest first. */
function TracesView() {
  const { P } = useProject();
  const [address, go] = useHashQuery();
  const [turn, setTurn] = useState(0);
  const range = { date_from: address.get("from") ?? "-7d", date_to: address.get("to") };
  const offset = Number(address.get("offset")) || 0;
  const answer = useLoaded(["traces", P, range, offset, turn], (signal) =>
    call<AnswerTo<"TracesQuery">>(`${P}/query/`, {
      method: "POST",
      body: { query: { kind: "TracesQuery", dateRange: range, limit: LIMIT, offset } },
      signal,
    }),
  );
  const show = (from: string, to: string | null, first: number) => {
    go({ from: from === "-7d" ? "" : from, to: to ?? "", offset: first === 0 ? "" : String(first) });
  };
  const turnTo = (first: number) => show(range.date_from, range.date_to, Math.max(0, first));
  return (
    <View
      title="AI"
      actions={
        <>
          <DateRange
            value={range}
            onChange={({ date_from: from, date_to: to }) => show(from ?? "-7d", to ?? null, 0)}
          />
          <button type="button" onClick={() => setTurn(turn + 1)}>
            Refresh
          </button>
        </>
      }
    >
      <div class="stack">
        <CostByModel turn={turn} />
        <Answered answer={answer} what="traces">
          {({ results, hasMore }) => (
            <div class="stack">
              {results.length === 0 ? <NoTraces /> : <TraceList traces={results} />}
              {(offset > 0 || hasMore) && (
                <nav class="actions" aria-label="Pages of traces">
                  <button type="button" disabled={offset === 0} onClick={() => turnTo(offset - LIMIT)}>
                    Newer
                  </button>
                  <button type="button" disabled={!hasMore} onClick={() => turnTo(offset + LIMIT)}>
                    Older
                  </button>
                </nav>
              )}
            </div>
          )}
        </Answered>
      </div>
    </View>
  );
}

function NoTraces() {
  return (
    <Empty>
      <p>No trace of a language model began in these dates.</p>
      <p>
        @posthog/ai, posthog-node and OpenTelemetry send them: <a href="../docs/guides/ai">Apps with language models</a>
        .
      </p>
    </Empty>
  );
}
