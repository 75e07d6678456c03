import type { Project } from "../../admin/projects/index.ts";
import { insightKinds, kindAt } from "../registry.ts";
import type { AnyInsightKind, AnyInsightResult } from "../registry.ts";
import type { Asks } from "../shared/answer.ts";
import type { StoredQuestion } from "./question.ts";

/** The answer of a saved question, by its kind of insight. */
export type SavedInsightAnswer = AnyInsightResult;

/**
 * Asks a saved question, afresh.
 * @param origin scheme and host that links to persons begin with
 * @throws HogletError 400 naming the field of the question that is wrong by now
 */
export async function answerSavedInsight(
  ctx: Asks,
  project: Project,
  question: StoredQuestion,
  origin = "",
): Promise<SavedInsightAnswer> {
  const { insight, ...fields } = question;
  const { path } = namedKind(question);
  const kind = kindAt(path, question);
  // Where kinds share a path, `insight` is one of the question's fields; elsewhere the path says it.
  const named = kind.shownAs === undefined ? fields : { ...fields, insight };
  return kind.ask(ctx, project, { ...named, refresh: true }, origin);
}

function namedKind({ insight, funnel_correlation_type: correlationType }: StoredQuestion): AnyInsightKind {
  // The real service's clients save the correlation of a funnel as a funnel.
  const name = insight === "FUNNELS" && correlationType !== undefined ? "CORRELATION" : insight;
  const kind = insightKinds.find((each) => each.insight === name);
  if (kind === undefined) throw new Error(`No kind of question is called ${name}.`);
  return kind;
}
