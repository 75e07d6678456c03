import { useState } from "preact/hooks";
import { Answered } from "../../parts/states.tsx";
import { useProject } from "../../project.ts";
import { useLoaded } from "../../use-loaded.ts";
import { askInsight } from "./ask-insight.ts";
import { InsightResult } from "./insight-result.tsx";
import { PeopleDialog } from "./people-dialog.tsx";
import type { People } from "./people.ts";
import type { QuestionDraft } from "./question.ts";

interface InsightChartProps {
  /** As stored with an insight (`filters`). */
  question: QuestionDraft;
  /** Smaller, without the table, for a dashboard. @default false */
  compact?: boolean;
  /** Asks again when it grows. */
  turn?: number;
}

/** Sends a question and draws the answer; every number leads to the persons behind it. */
export function InsightChart({ question, compact = false, turn = 0 }: InsightChartProps) {
  const { P } = useProject();
  const answer = useLoaded(["insight", P, question, turn], (signal) => askInsight(P, question, signal));
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
