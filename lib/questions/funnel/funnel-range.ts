import type { DateRange } from "../../port/range.ts";
import { parseExactRange } from "../shared/exact-range.ts";
import { toRangeContext } from "../shared/answer.ts";
import type { Asked, Asks } from "../shared/answer.ts";
import { resolveRange } from "../shared/range.ts";
import type { RangeInput } from "../shared/range.ts";

/** The range of a funnel: that which a link carries, else what its dates come to. @throws HogletError 400 */
export async function toFunnelRange(
  ctx: Asks,
  asked: Asked,
  query: RangeInput,
  input: Record<string, unknown> = {},
): Promise<DateRange> {
  const exact = parseExactRange(input, "question_range");
  return exact ?? resolveRange(query, await toRangeContext(ctx, asked, query));
}
