import type { FunnelExplanation, FunnelResult } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { Answered } from "../../parts/states.tsx";
import { Time } from "../../parts/time.tsx";
import { useProject } from "../../project.ts";
import { useLoaded } from "../../use-loaded.ts";
import type { Somebody } from "./people.ts";
import type { QuestionDraft } from "./question.ts";
import { toFields } from "./to-fields.ts";

interface ExplanationProps {
  question: QuestionDraft;
  somebody: Somebody;
}

/** The events of a person at each step of a funnel, and the reasons why others did not count. */
export function Explanation({ question, somebody: { explainBy } }: ExplanationProps) {
  const { P } = useProject();
  const body = { ...toFields(question), explain: true, ...explainBy };
  const answer = useLoaded(["explain", P, body], (signal) =>
    call<FunnelResult>(`${P}/insights/funnel/`, { method: "POST", body, signal }),
  );
  return (
    <Answered answer={answer} what="the explanation">
      {({ explanation }) => (explanation ? <Steps explanation={explanation} /> : <p>The funnel has no steps.</p>)}
    </Answered>
  );
}

type Step = FunnelExplanation["steps"][number];

function Steps({ explanation: { steps } }: { explanation: FunnelExplanation }) {
  return (
    <ol class="explained">
      {steps.map((step) => (
        <li key={step.order} class={step.event === null ? "not-taken" : "taken"}>
          <b>{step.name}</b>{" "}
          {step.event === null ? (
            <Reason step={step} />
          ) : (
            <>
              taken by {step.event.event} at <Time at={step.event.timestamp} isExact />
            </>
          )}
        </li>
      ))}
    </ol>
  );
}

const REASONS: Record<NonNullable<Step["reason"]>, string> = {
  no_such_event: "not taken: they never did this",
  filtered_out: "not taken: they did this, and the filters of the step or of the funnel keep it out",
  out_of_range: "not taken: they did this only before or after the dates",
  out_of_window: "not taken: they did this after the conversion window had closed",
  wrong_order: "not taken: they did this only before the step before it",
  interrupted: "not taken: something else came in between",
  excluded: "not taken: an excluded event came in between",
  earlier_step_missing: "not taken: the step before it is missing",
};

function Reason({ step: { reason, because_of: cause } }: { step: Step }) {
  return (
    <>
      {reason === null ? "not taken" : REASONS[reason]}
      {cause !== null && (
        <>
          {" "}
          ({cause.event}, <Time at={cause.timestamp} isExact />)
        </>
      )}
    </>
  );
}
