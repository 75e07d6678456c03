import { createHash } from "node:crypto";
import type { DateRange } from "../../port/range.ts";
import { keyedAnswer } from "./answer.ts";
import type { Asked, Asks } from "./answer.ts";
import type { AskedHow, QueryEnvelope } from "./query-kind.ts";
import { formatRange } from "./query-range.ts";

export interface NodeQuestion {
  kind: string;
  /** The question in normal form. */
  filter: unknown;
  /** The range, and the range that it is compared with. */
  ranges: readonly DateRange[];
}

/** Answers a node, from the cache where the caller allows it. */
export async function answerNode<Own>(
  ctx: Asks,
  asked: Asked,
  { kind, filter, ranges }: NodeQuestion,
  { refresh }: AskedHow,
  compute: () => Promise<Own>,
): Promise<Own & Partial<QueryEnvelope>> {
  const question = {
    insight: kind,
    filter,
    dates: ranges,
    refresh: refresh === "always",
    isCachedOnly: refresh === "never",
  };
  const { answer, key } = await keyedAnswer(ctx, asked, question, compute);
  const { timezone } = answer;
  const [range, compared] = ranges;
  return {
    ...answer.result,
    timezone,
    is_cached: answer.is_cached,
    // To the second: clients compare it with the time of their question.
    last_refresh: answer.last_refresh.replace(/\.\d+Z$/, "Z"),
    cache_key: `cache_${createHash("sha256").update(key).digest("hex").slice(0, 32)}`,
    resolved_date_range: range === undefined ? null : formatRange(range, timezone),
    resolved_compare_date_range: compared === undefined ? null : formatRange(compared, timezone),
  };
}
