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
import type { Question } from "./question.ts";
import { toFields } from "./to-fields.ts";

/** An answer with its question, which may be older than the editor's question. */
export type Answered =
  | { kind: "trends"; question: Question; answer: TrendResult }
  | { kind: "funnel"; question: Question; answer: FunnelResult }
  | { kind: "correlation"; question: Question; answer: CorrelationResult }
  | { kind: "retention"; question: Question; answer: RetentionResult }
  | { kind: "lifecycle"; question: Question; answer: LifecycleResult }
  | { kind: "stickiness"; question: Question; answer: StickinessResult }
  | { kind: "paths"; question: Question; answer: PathsResult };

/** Sends a question. @throws ApiError naming the invalid field */
export async function askInsight(P: string, question: Question, signal: AbortSignal): Promise<Answered> {
  const kind = kindOf(question);
  const body = toFields(question);
  const answer = await call<unknown>(`${P}/insights/${KINDS[kind].path}/`, { method: "POST", body, signal });
  return { kind, question, answer } as Answered;
}
