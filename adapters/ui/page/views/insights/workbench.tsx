import { useEffect, useRef, useState } from "preact/hooks";
import { ExportButtons } from "../../parts/export-buttons.tsx";
import { Answered } from "../../parts/states.tsx";
import type { Loaded } from "../../use-loaded.ts";
import { CopyCode } from "./copy-code.tsx";
import { InsightResult } from "./insight-result.tsx";
import { kindOf, KIND_NAMES, KINDS, toKind } from "./kinds.ts";
import type { KnownEvents } from "./known-events.ts";
import { PeopleDialog } from "./people-dialog.tsx";
import { MATHS } from "./math-fields.tsx";
import { QuestionForm } from "./question-form.tsx";
import { entitiesOf, entityName } from "./question.ts";
import type { QuestionDraft } from "./question.ts";
import { TimeBar } from "./time-bar.tsx";
import { useInsight } from "./use-insight.ts";
import type { People } from "./people.ts";

interface WorkbenchProps {
  question: QuestionDraft;
  known: KnownEvents;
  onChange: (question: QuestionDraft) => void;
}

/** The question as a sentence, and its answer below; on a phone the sentence is a sheet that opens. */
export function Workbench({ question, known, onChange }: WorkbenchProps) {
  const [people, setPeople] = usePeople();
  const kind = kindOf(question);
  // On a phone the sentence is folded below its answer; once opened it stays so. The dates stay above the answer.
  const [isWide] = useState(() => matchMedia("(min-width: 901px)").matches);
  const drawn = useRef<HTMLDivElement>(null);
  const answer = useInsight(question);
  const times = <TimeBar question={question} onChange={onChange} />;
  const tools = (
    <div class="row">
      <AskAgain answer={answer} />
      {answer.data !== undefined && <CopyCode answered={answer.data} />}
      {answer.data !== undefined && <ExportButtons name={KINDS[kind].name} of={drawn} />}
    </div>
  );
  return (
    <>
      <div class="row kinds-row">
        <nav class="kinds" aria-label="Kinds of insight">
          {KIND_NAMES.map((each) => (
            <button
              key={each}
              type="button"
              title={KINDS[each].about}
              aria-current={each === kind ? "true" : undefined}
              onClick={() => onChange(toKind(question, each, known.names, known.steps))}
            >
              {KINDS[each].name}
            </button>
          ))}
        </nav>
        {isWide && tools}
      </div>
      <div class="workbench">
        <section class="panel question" aria-label="Question">
          <details open={isWide}>
            <summary title={describeDraft(question)}>Question: {describeDraft(question)}</summary>
            <QuestionForm key={kind} question={question} names={known.names} onChange={onChange}>
              {isWide && times}
            </QuestionForm>
          </details>
        </section>
        <section class="answer-side" aria-label="Answer">
          {!isWide && <div class="row sentence">{times}</div>}
          <div class="panel insight" ref={drawn}>
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
          {!isWide && tools}
        </section>
      </div>
      {people !== undefined && <PeopleDialog people={people} close={() => setPeople(undefined)} />}
    </>
  );
}

/** A question in words, such as "order paid, persons, by plan, compared". */
function describeDraft(question: QuestionDraft): string {
  const names = entitiesOf(question).map((entity) =>
    entity.math === undefined ? entityName(entity) : `${entityName(entity)}, ${MATHS[entity.math] ?? entity.math}`,
  );
  const [kind, { breakdown, compare }] = [KINDS[kindOf(question)].name, question];
  const by = breakdown === undefined ? [] : [`by ${[breakdown].flat().join(", ")}`];
  return [...(names.length === 0 ? [kind] : names), ...by, ...(compare ? ["compared"] : [])].join(", ");
}

/** Sends the question again; stops a running request for a newer answer. */
function AskAgain({ answer: { data, isLoading, reload, cancel } }: { answer: Loaded<unknown> }) {
  const isAsking = isLoading && data !== undefined;
  return (
    <>
      <span class="unseen" role="status">
        {isAsking && "Asking …"}
      </span>
      <button type="button" class="small" onClick={isAsking ? cancel : reload}>
        {isAsking ? (
          <>
            <span class="spinner" aria-hidden="true" /> Stop
          </>
        ) : (
          "Refresh"
        )}
      </button>
    </>
  );
}

/**
 * The open panel of persons, kept in the entry of the browser's history: "back" from a person opens it again.
 * @returns the panel's content, and the function that opens it, or closes it (undefined)
 */
function usePeople(): [people: People | undefined, open: (people: People | undefined) => void] {
  const [people, setPeople] = useState(read);
  useEffect(() => {
    const follow = () => setPeople(read());
    addEventListener("popstate", follow);
    return () => removeEventListener("popstate", follow);
  }, []);
  const open = (next: People | undefined) => {
    history.replaceState(next === undefined ? null : { people: next }, "");
    setPeople(next);
  };
  return [people, open];
}

function read(): People | undefined {
  return (history.state as { people?: People } | null)?.people;
}
