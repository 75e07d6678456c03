import * as v from "valibot";

const KINDS = ["TRENDS", "FUNNELS", "RETENTION", "PATHS", "LIFECYCLE", "STICKINESS", "CORRELATION"] as const;

/** Which insight a question is for, by its wire name; CORRELATION (of a funnel) is ours. */
export type QuestionKind = (typeof KINDS)[number];

const Kind = v.pipe(
  v.string(),
  v.toUpperCase(),
  v.picklist(KINDS, (issue) => `Expected one of ${KINDS.join(", ")} but received ${issue.received}.`),
);

/** The name of a kind, in any letter case. */
export const QuestionKind = Kind;

/**
 * A question as its endpoint takes it, and which that is: `insight`, TRENDS when absent. Its other fields are looked at when it
 * is asked: what they refer to (actions, cohorts) may come and go.
 */
export const Question = v.looseObject({ insight: v.optional(Kind, "TRENDS") });
export type Question = v.InferOutput<typeof Question>;
