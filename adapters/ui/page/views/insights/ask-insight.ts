import type { InsightsHandle } from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { kindOf, KINDS } from "./kinds.ts";
import type { Kind } from "./kinds.ts";
import type { QuestionDraft } from "./question.ts";
import { toFields } from "./to-fields.ts";

/** The answer of a method of the handle. */
type AnswerOf<K extends Kind> = Awaited<ReturnType<InsightsHandle[(typeof KINDS)[K]["method"]]>>;

/** An answer with its question, which may be older than the editor's question. */
export type Answered = { [K in Kind]: { kind: K; question: QuestionDraft; answer: AnswerOf<K> } }[Kind];

/** Sends a question. @throws ApiError naming the invalid field */
export async function askInsight(P: string, question: QuestionDraft, signal: AbortSignal): Promise<Answered> {
  const kind = kindOf(question);
  const body = toFields(question);
  const answer = await call<unknown>(`${P}/insights/${KINDS[kind].path}/`, { method: "POST", body, signal });
  return { kind, question, answer } as Answered;
}
