import { useState } from "preact/hooks";
import { Answered } from "../../parts/states.tsx";
import { InsightResult } from "./insight-result.tsx";
import { PeopleDialog } from "./people-dialog.tsx";
import type { People } from "./people.ts";
import type { QuestionDraft } from "./question.ts";
import { useInsight } from "./use-insight.ts";

interface InsightChartProps {
  /** The question, as it is stored with an insight (`filters`). */
  question: QuestionDraft;
  /** Smaller, without the table, for a dashboard. @default false */
  compact?: boolean;
  /** Asks again when it grows. */
  turn?: number;
}

/** Sends a question and draws the answer; every number leads to the persons behind it. It moves with the events. */
export function InsightChart({ question, compact = false, turn = 0 }: InsightChartProps) {
  const answer = useInsight(question, turn);
  const [people, setPeople] = useState<People>();
  return (
    <div class="insight">
      <Answered answer={answer} what="the answer">
        {(answered) => <InsightResult answered={answered} open={setPeople} compact={compact} />}
      </Answered>
      {people !== undefined && <PeopleDialog people={people} close={() => setPeople(undefined)} />}
    </div>
  );
}
