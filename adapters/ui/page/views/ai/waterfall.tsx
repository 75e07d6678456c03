import { describeCost, describeLatency } from "./figures.ts";
import { kindOf } from "../../../../explain/trace-tree.ts";
import type { TraceStep, TraceTree } from "../../../../explain/trace-tree.ts";

interface WaterfallProps {
  tree: TraceTree;
  chosen: TraceStep | undefined;
  choose: (step: TraceStep) => void;
}

/** Levels that are indented: a phone has no room for more. */
const MOST_LEVELS = 8;
/** The shortest bar, in per cent of the trace. */
const LEAST = 0.5;

/** The steps of a trace as a tree, with the time of each beside the others. */
export function Waterfall({ tree, chosen, choose }: WaterfallProps) {
  const all = Math.max(1, tree.lengthMs);
  return (
    <ol class="ai-tree" aria-label="Steps of the trace">
      {tree.steps.map((step) => (
        <li key={step.id}>
          <button
            type="button"
            class={step.isError ? "ai-step failed" : "ai-step"}
            aria-pressed={step === chosen}
            onClick={() => choose(step)}
          >
            <span class="ai-step-name" style={{ paddingLeft: `${Math.min(step.depth, MOST_LEVELS)}rem` }}>
              <span class="hint">{kindOf(step.event)}</span> {step.name}
              {step.isError && <strong class="ai-failed"> failed</strong>}
            </span>
            <span class="ai-lane" aria-hidden="true">
              <span
                class="ai-bar"
                style={{
                  left: `${Math.min(100 - LEAST, (step.startMs / all) * 100)}%`,
                  width: `${Math.max(LEAST, (step.lengthMs / all) * 100)}%`,
                }}
              />
            </span>
            <span class="ai-step-figures">
              {describeLatency(step.lengthMs === 0 ? null : step.lengthMs / 1000)} {costOf(step)}
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}

function costOf({ properties }: TraceStep): string {
  const cost = properties["$ai_total_cost_usd"];
  return typeof cost === "number" ? describeCost(cost) : "";
}
