import { call } from "../../api.ts";
import { KINDS, kindOf } from "./kinds.ts";
import { hasAllOf } from "./same-question.ts";
import type { QuestionDraft } from "./question.ts";

/** A query node of the modern dialect. */
export type QueryNode = { kind: string; source?: QueryNode } & Record<string, unknown>;

interface Converted {
  query: QueryNode | null;
  question: QuestionDraft | null;
}

/** Brings a question into both dialects. @throws ApiError */
export function convert(P: string, question: { query: unknown } | { filters: unknown }): Promise<Converted> {
  return call<Converted>(`${P}/query/upgrade/`, { method: "POST", body: question });
}

/** The node that a question means; null = nodes cannot say all of it, such as the correlation of a funnel. @throws ApiError */
export async function toQuery(P: string, question: QuestionDraft): Promise<QueryNode | null> {
  if (KINDS[kindOf(question)].insight === "CORRELATION") return null;
  const { query, question: back } = await convert(P, { filters: question });
  return query !== null && back !== null && hasAllOf(back, question) ? query : null;
}

/** The question as it is saved: a query, else in the older dialect. */
export async function toSaved(P: string, question: QuestionDraft): Promise<{ query: QueryNode } | { filters: object }> {
  const query = await toQuery(P, question);
  return query === null ? { filters: question } : { query };
}
