import * as v from "valibot";
import { insightKinds } from "../../questions/index.ts";
import type { InsightName } from "../../questions/index.ts";
import { isTooDeep, MAX_DEPTH } from "../../base/depth.ts";

/** Which insight a question is for, by its wire name; CORRELATION (of a funnel) is ours. */
export type QuestionKind = InsightName;

const NAMES = insightKinds.map(({ insight }) => insight);

/** The name of a kind, in any letter case. */
export const QuestionKind: v.GenericSchema<string, QuestionKind> = v.pipe(
  v.string(),
  v.toUpperCase(),
  v.picklist(NAMES, (issue) => `Expected one of ${NAMES.join(", ")} but received ${issue.received}.`),
);

/**
 * A question as its endpoint takes it, with its kind in `insight` (TRENDS when absent). Its other fields are checked when it is
 * asked, since the actions and cohorts that they name may change.
 * A question that is nested too deep is refused at once: SQLite could list neither it nor the other questions of its project.
 */
export const StoredQuestion = v.pipe(
  v.looseObject({ insight: v.optional(QuestionKind, "TRENDS") }),
  v.check((question) => !isTooDeep(question), `Expected values nested at most ${MAX_DEPTH} deep.`),
);
export type StoredQuestion = v.InferOutput<typeof StoredQuestion>;
