import { useMemo, useState } from "preact/hooks";
import { Link } from "wouter-preact";
import type { AnswerTo } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { CopyButton } from "../../parts/code.tsx";
import { Missing } from "../../parts/missing.tsx";
import { Answered } from "../../parts/states.tsx";
import { Time } from "../../parts/time.tsx";
import { View } from "../../parts/view.tsx";
import { useProject } from "../../project.ts";
import { useLoaded } from "../../use-loaded.ts";
import { describeCost, describeLatency, describeTokens } from "./figures.ts";
import { MessageList } from "./message-list.tsx";
import { StepDetails } from "./step-details.tsx";
import { toTraceTree } from "../../../../explain/trace-tree.ts";
import type { Trace, TraceStep } from "../../../../explain/trace-tree.ts";
import { Waterfall } from "./waterfall.tsx";

/** One trace: its figures, its steps as a tree with their times, and the messages of the chosen step. */
export function TraceView({ id: traceId }: { id: string }) {
  const { P } = useProject();
  const answer = useLoaded(["trace", P, traceId], (signal) =>
    call<AnswerTo<"TraceQuery">>(`${P}/query/`, {
      method: "POST",
      body: { query: { kind: "TraceQuery", traceId } },
      signal,
    }),
  );
  const [trace] = answer.data?.results ?? [];
  if (answer.data !== undefined && trace === undefined) {
    return (
      <Missing title="No such trace" list={{ path: "/ai", name: "All traces" }}>
        No event of this project has the trace id {traceId}. Its events may be deleted.
      </Missing>
    );
  }
  return (
    <View
      title={trace?.traceName ?? "Trace"}
      actions={
        <>
          <Link href="/ai">All traces</Link>
          <button type="button" onClick={answer.reload}>
            Refresh
          </button>
          <CopyButton text={location.href}>Copy link</CopyButton>
        </>
      }
    >
      <Answered answer={answer} what="the trace">
        {({ results: [shown] }) => shown !== undefined && <TraceBody trace={shown} />}
      </Answered>
    </View>
  );
}

function TraceBody({ trace }: { trace: Trace }) {
  const tree = useMemo(() => toTraceTree(trace), [trace]);
  // The step that failed is looked for first, else a call of a model.
  const first = tree.steps.find(({ isError }) => isError) ?? tree.steps.find(isGeneration) ?? tree.steps[0];
  const [chosen, choose] = useState<TraceStep>();
  const step = tree.steps.find(({ id }) => id === chosen?.id) ?? first;
  return (
    <div class="stack">
      <TraceFacts trace={trace} />
      <MessageList title="Input of the trace" value={trace.inputState ?? undefined} role="user" />
      <MessageList title="Output of the trace" value={trace.outputState ?? undefined} role="assistant" />
      <div class="ai-trace">
        <Waterfall tree={tree} chosen={step} choose={choose} />
        {step !== undefined && <StepDetails key={step.id} step={step} />}
      </div>
    </div>
  );
}

function isGeneration({ event }: TraceStep): boolean {
  return event === "$ai_generation";
}

function TraceFacts({ trace }: { trace: Trace }) {
  const { errorCount, models, aiSessionId } = trace;
  const facts: [name: string, value: string][] = [
    ["Status", errorCount === 0 ? "ok" : `${errorCount} failed`],
    ["Models", models.join(", ") || "–"],
    ["Took", describeLatency(trace.totalLatency)],
    ["Tokens", describeTokens(trace.inputTokens, trace.outputTokens)],
    ["Cost", describeCost(trace.totalCost)],
    ["User", trace.distinctId],
    ...(aiSessionId === null ? [] : ([["Session", aiSessionId]] as [string, string][])),
    ["Trace", trace.id],
  ];
  return (
    <dl class="ai-facts">
      <div>
        <dt>Began</dt>
        <dd>
          <Time at={trace.createdAt} isExact />
        </dd>
      </div>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
