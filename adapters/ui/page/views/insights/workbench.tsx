import { useState } from "preact/hooks";
import { Answered } from "../../parts/states.tsx";
import { useProject } from "../../project.ts";
import { useAnswer } from "../../use-answer.ts";
import { askInsight } from "./ask-insight.ts";
import { CopyCode } from "./copy-code.tsx";
import { InsightResult } from "./insight-result.tsx";
import { kindOf, KIND_NAMES, KINDS, toKind } from "./kinds.ts";
import { PeopleDialog } from "./people-dialog.tsx";
import type { People } from "./people.ts";
import { QuestionForm } from "./question-form.tsx";
import type { Question } from "./question.ts";
import { TimeBar } from "./time-bar.tsx";

interface WorkbenchProps {
  question: Question;
  /** Of the project's events, the most frequent first. */
  names: readonly string[];
  onChange: (question: Question) => void;
}

/** The question at the left, its answer at the right. */
export function Workbench({ question, names, onChange }: WorkbenchProps) {
  const { P } = useProject();
  const [people, setPeople] = useState<People>();
  const kind = kindOf(question);
  const answer = useAnswer(["insight", P, question], (signal) => askInsight(P, question, signal));
  return (
    <>
      <nav class="kinds" aria-label="Kinds of insight">
        {KIND_NAMES.map((each) => (
          <button
            key={each}
            type="button"
            title={KINDS[each].about}
            aria-current={each === kind ? "true" : undefined}
            onClick={() => onChange(toKind(question, each, names))}
          >
            {KINDS[each].name}
          </button>
        ))}
      </nav>
      <div class="workbench">
        <section class="panel question" aria-label="Question">
          <QuestionForm key={kind} question={question} names={names} onChange={onChange} />
        </section>
        <section class="answer-side" aria-label="Answer">
          <div class="row answer-head">
            <TimeBar question={question} onChange={onChange} />
            <Asking isAsking={answer.isLoading && answer.data !== undefined} stop={answer.cancel} />
          </div>
          <div class="panel insight">
            <Answered answer={answer} what="the answer">
              {(answered) => (
                <>
                  <InsightResult answered={answered} open={setPeople} compact={false} />
                  {answered.kind === "trends" && answered.answer.next !== null && (
                    <p class="hint">There may be more values than are shown.</p>
                  )}
                </>
              )}
            </Answered>
          </div>
          <div class="row answer-foot">
            <button type="button" class="small" onClick={answer.reload}>
              Ask again
            </button>
            {answer.data !== undefined && <CopyCode answered={answer.data} />}
          </div>
        </section>
      </div>
      {people !== undefined && <PeopleDialog people={people} close={() => setPeople(undefined)} />}
    </>
  );
}

/** That a newer answer is on its way, beside the one that is shown; it can be stopped. */
function Asking({ isAsking, stop }: { isAsking: boolean; stop: () => void }) {
  return (
    <div class="row" role="status">
      {isAsking && (
        <>
          <span class="spinner" aria-hidden="true" /> Asking …
          <button type="button" class="small" onClick={stop}>
            Stop
          </button>
        </>
      )}
    </div>
  );
}
