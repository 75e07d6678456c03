import type { LineKey } from "../../port/lines.ts";
import type { DateRange } from "../../port/range.ts";
import { toExactRange } from "../shared/exact-range.ts";
import type { Asked } from "../shared/answer.ts";
import { personLinks } from "../shared/person-links.ts";
import type { FunnelQuery } from "./question.ts";

/** Makes links to the persons of a funnel. @returns a function that takes the point's own fields and its line */
export function funnelLinks(
  asked: Asked,
  query: FunnelQuery,
  range: DateRange,
): (own: Record<string, unknown>, line: LineKey) => string {
  // A link holds exact dates: dates such as -7d would change with time.
  const linkOf = personLinks(asked, "funnel", { ...query.filter, question_range: toExactRange(range) });
  return (own, line) => linkOf({ ...own, ...toLineFields(line) }).url;
}

/** The fields that name a line of a breakdown. */
function toLineFields(key: LineKey): Record<string, unknown> {
  switch (key.type) {
    case "values":
      // A value may itself be called "Other".
      return { funnel_step_breakdown: key.values, funnel_step_other: false };
    case "rest":
      return { funnel_step_breakdown: ["Other"], funnel_step_other: true };
    case "cohort":
      return { funnel_step_breakdown: key.id ?? "all" };
    default:
      return {};
  }
}
