/**
 * Plans as SQL, a file for each kind. `rows` has the rows of a question with their current persons and groups, and
 * compiles filters (`value-test`); `tally` counts a group of rows, `buckets` finds an instant's bucket, and
 * `actor-page` reads a page of actors.
 *
 * Invariants: SQL gives the answer of hoglet's own engine to the last digit, or none: a part without an exact form
 * throws `Unsupported`, at once or by `throwIf` when a certain value is met. Values in statements are literals made by
 * `literals`.
 */
import type { AnyPlan, AnswerOf } from "../../../lib/engine.ts";
import type { Asking } from "./asking.ts";
import { earliestEvent, eventNames, eventValues, propertyKeys } from "./catalogue.ts";
import { correlation } from "./correlation.ts";
import { funnel } from "./funnel.ts";
import { lifecycle, lifecycleActors } from "./lifecycle.ts";
import { pathActors, paths } from "./paths.ts";
import { appearances, retention, retentionActors } from "./retention.ts";
import { stickiness, stickinessActors } from "./stickiness.ts";
import { trendActors } from "./trend-actors.ts";
import { trend } from "./trend.ts";

export type { Asking } from "./asking.ts";
export { list, literal } from "./literals.ts";
export { openRows } from "./rows.ts";
export type { Rows } from "./rows.ts";
export { Unsupported, unsupported } from "./unsupported.ts";
export { within } from "./within.ts";

type PlanOf<Kind extends AnyPlan["kind"]> = Extract<AnyPlan, { kind: Kind }>;

type Answers = { [Kind in AnyPlan["kind"]]?: (plan: PlanOf<Kind>, asking: Asking) => Promise<AnswerOf<PlanOf<Kind>>> };

/** Kinds with an exact form in SQL. */
const ANSWERS: Answers = {
  trend,
  lifecycle,
  stickiness,
  retention,
  funnel,
  "funnel-times": funnel,
  "funnel-periods": funnel,
  "funnel-actors": funnel,
  paths,
  "trend-actors": trendActors,
  "lifecycle-actors": lifecycleActors,
  "stickiness-actors": stickinessActors,
  "retention-actors": retentionActors,
  appearances,
  "path-actors": pathActors,
  correlation,
  "event-names": eventNames,
  "property-keys": propertyKeys,
  "event-values": eventValues,
  "earliest-event": earliestEvent,
};

/** Null = the kind has no form in SQL. @throws Unsupported for a part without one */
export function answerInSql(plan: AnyPlan, asking: Asking): Promise<unknown> | null {
  const own = ANSWERS[plan.kind] as ((plan: AnyPlan, asking: Asking) => Promise<unknown>) | undefined;
  return own === undefined ? null : own(plan, asking);
}
