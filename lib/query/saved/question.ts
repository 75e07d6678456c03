import * as v from "valibot";
import { insightKinds } from "../../questions/index.ts";
import type { InsightName } from "../../questions/index.ts";
import { isTooDeep, MAX_DEPTH } from "../../base/depth.ts";

/** The wire's name of an insight; CORRELATION (of a funnel) is ours. */
export type QuestionKind = InsightName;

const NAMES = insightKinds.map(({ insight }) => insight);

/** The name of a kind, in any letter case. */
export const QuestionKind: v.GenericSchema<string, QuestionKind> = v.pipe(
  v.string(),
  v.toUpperCase(),
  v.picklist(NAMES, (issue) => `Expected one of ${NAMES.join(", ")} but received ${issue.received}.`),
);

/**
 * A question as its endpoint takes it, with its kind in `insight` (TRENDS when absent). Other fields are checked when
 * it is asked, since actions and cohorts may change. Deep nesting is refused at once: SQLite could not list the
 * project's questions then.
 */
export const StoredQuestion = v.pipe(
  v.looseObject({ insight: v.optional(QuestionKind, "TRENDS") }),
  v.check((question) => !isTooDeep(question), `Expected values nested at most ${MAX_DEPTH} deep.`),
);
export type StoredQuestion = v.InferOutput<typeof StoredQuestion>;
