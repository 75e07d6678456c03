import type { ComponentChildren } from "preact";
import { BreakdownFields } from "./breakdown-fields.tsx";
import { CorrelationFields } from "./correlation-fields.tsx";
import { EntityList } from "./entity-list.tsx";
import { FilterFields } from "./filter-fields.tsx";
import { FunnelFields } from "./funnel-fields.tsx";
import { infoOf, kindOf } from "./kinds.ts";
import { PathFields } from "./path-fields.tsx";
import { entitiesOf, withEntities, withFields } from "./question.ts";
import type { QuestionDraft, DraftChange } from "./question.ts";
import { RetentionFields } from "./retention-fields.tsx";
import { TrendFields } from "./trend-fields.tsx";

export interface FormProps {
  question: QuestionDraft;
  /** Names of the project's events, the most frequent first. */
  names: readonly string[];
  onChange: (question: QuestionDraft) => void;
}

/** A question as a sentence of its kind's fields, each as wide as its words. @param props.children the sentence's end */
export function QuestionForm({ question, names, onChange, children }: FormProps & { children?: ComponentChildren }) {
  const kind = kindOf(question);
  const { entities: form } = infoOf(kind);
  const set = (change: DraftChange) => onChange(withFields(question, change));
  const entities = entitiesOf(question);
  return (
    <form class="sentence" onSubmit={(event) => event.preventDefault()}>
      {form !== undefined && (
        <EntityList
          {...form}
          entities={entities}
          fallback={names.find((name) => !entities.some(({ id }) => id === name)) ?? names[0] ?? "$pageview"}
          onChange={(next) => onChange(withEntities(question, next))}
        />
      )}
      {(kind === "funnel" || kind === "correlation") && <FunnelFields question={question} set={set} />}
      {kind === "correlation" && <CorrelationFields question={question} set={set} />}
      {kind === "retention" && <RetentionFields question={question} set={set} />}
      {kind === "paths" && <PathFields question={question} set={set} />}
      {(kind === "trends" || kind === "funnel") && <BreakdownFields question={question} set={set} />}
      <FilterFields question={question} set={set} />
      {children}
      {kind === "trends" && <TrendFields question={question} set={set} />}
    </form>
  );
}
