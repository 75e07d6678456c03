import { useContext, useEffect, useState } from "preact/hooks";
import { LiveContext } from "../../parts/live-context.ts";
import { useProject } from "../../project.ts";
import { useLoaded } from "../../use-loaded.ts";
import type { Loaded } from "../../use-loaded.ts";
import { askInsight } from "./ask-insight.ts";
import type { Answered } from "./ask-insight.ts";
import { KINDS } from "./kinds.ts";
import type { QuestionDraft } from "./question.ts";
import { toFields } from "./to-fields.ts";
import { watchQuestion } from "./watch-stream.ts";

/** The answer to a question, which moves with the events. @param turn asks again when it grows */
export function useInsight(question: QuestionDraft, turn = 0): Loaded<Answered> {
  const { P } = useProject();
  const isLive = useContext(LiveContext);
  const asked = useLoaded(["insight", P, question, turn], (signal) => askInsight(P, question, signal));
  const [moved, setMoved] = useState<{ since: Answered; now: Answered }>();
  const { data, isLoading } = asked;

  useEffect(() => {
    if (!isLive || isLoading || data === undefined) return undefined;
    let shown = toText(data.answer);
    const { path } = KINDS[data.kind];
    return watchQuestion(P, { path, fields: toFields(data.question) }, (answer) => {
      const text = toText(answer as Answered["answer"]);
      if (text === shown) return;
      shown = text;
      setMoved({ since: data, now: { ...data, answer } as Answered });
    });
  }, [P, isLive, isLoading, data]);

  const newest = moved !== undefined && moved.since === data ? moved.now : data;
  return { ...asked, data: newest };
}

function toText({ result }: Answered["answer"]): string {
  return JSON.stringify(result);
}
