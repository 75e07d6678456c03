import type {
  CorrelationResult,
  FunnelResult,
  LifecycleResult,
  PathsResult,
  RetentionResult,
  StickinessResult,
  TrendResult,
} from "../../../../../lib/index.ts";
import { call } from "../../api.ts";
import { kindOf, KINDS } from "./kinds.ts";
import type { QuestionDraft } from "./question.ts";
import { toFields } from "./to-fields.ts";

/** An answer with its question, which may be older than the editor's question. */
export type Answered =
  | { kind: "trends"; question: QuestionDraft; answer: TrendResult }
  | { kind: "funnel"; question: QuestionDraft; answer: FunnelResult }
  | { kind: "correlation"; question: QuestionDraft; answer: CorrelationResult }
  | { kind: "retention"; question: QuestionDraft; answer: RetentionResult }
  | { kind: "lifecycle"; question: QuestionDraft; answer: LifecycleResult }
  | { kind: "stickiness"; question: QuestionDraft; answer: StickinessResult }
  | { kind: "paths"; question: QuestionDraft; answer: PathsResult };

/** Sends a question. @throws ApiError naming the invalid field */
export async function askInsight(P: string, question: QuestionDraft, signal: AbortSignal): Promise<Answered> {
  const kind = kindOf(question);
  const body = toFields(question);
  const answer = await call<unknown>(`${P}/insights/${KINDS[kind].path}/`, { method: "POST", body, signal });
  return { kind, question, answer } as Answered;
}
