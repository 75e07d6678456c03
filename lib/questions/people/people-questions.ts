import { pointFields } from "../point-fields.ts";
import { questionFields } from "../question-fields.ts";
import * as v from "valibot";
import type { CorrelationQuestion } from "../correlation/correlation-query.ts";
import type { FunnelQuestion } from "../funnel/funnel-query.ts";
import type { PathsQuestion } from "../paths/path-query.ts";
import type { RetentionQuestion } from "../retention/retention-query.ts";
import type { LifecycleQuestion, StickinessQuestion } from "../shared/entity-query.ts";
import type { TrendQuestion } from "../trend/trend-query.ts";
import { peoplePageEntries } from "./people-query.ts";

// A question for people: the fields of an insight, those that name a number of its answer, and those of the page.

const funnelEntries = { ...questionFields.funnel.entries, ...pointFields.funnel.entries };
const correlationEntries = { ...questionFields.correlation.entries, ...pointFields.correlation.entries };
const { search, include_recordings } = peoplePageEntries;

const correlationPageEntries = {
  search,
  include_recordings,
  /** People of a page: 1 to 1000. @default 100 */
  funnel_correlation_person_limit: v.nullish(v.number()),
  /** People to skip. @default 0 */
  funnel_correlation_person_offset: v.nullish(v.number()),
};

/** The fields of each question for people, by the last part of its path. */
export const peopleFields = {
  trends: v.object({ ...questionFields.trend.entries, ...pointFields.trend.entries, ...peoplePageEntries }),
  lifecycle: v.object({ ...questionFields.lifecycle.entries, ...pointFields.lifecycle.entries, ...peoplePageEntries }),
  stickiness: v.object({
    ...questionFields.stickiness.entries,
    ...pointFields.stickiness.entries,
    ...peoplePageEntries,
  }),
  retention: v.object({ ...questionFields.retention.entries, ...pointFields.retention.entries, ...peoplePageEntries }),
  // The fields that name an item of a correlation make a funnel's question one for the people of that item.
  funnel: v.object({ ...correlationEntries, ...funnelEntries, ...peoplePageEntries }),
  correlation: v.object({ ...correlationEntries, ...correlationPageEntries }),
  path: v.object({ ...questionFields.paths.entries, ...pointFields.path.entries, ...peoplePageEntries }),
};

/** Fields of a question that only its own answer has. */
type OfAnswers = "explain" | "person_id" | "distinct_id" | "group_key";

// Made of the questions' own types instead of `peopleFields`, whose type repeats all of their fields in the package's declarations.
type Fields<
  Question,
  Point extends keyof typeof pointFields,
  Page extends v.ObjectEntries = typeof peoplePageEntries,
> = Omit<Question, OfAnswers> &
  v.InferInput<(typeof pointFields)[Point]> &
  v.InferInput<v.ObjectSchema<Page, undefined>>;

/** Asks for the people behind a point of a trend. */
export interface TrendPeopleQuestion extends Fields<TrendQuestion, "trend"> {}

/** Asks for the people behind a status of a lifecycle. */
export interface LifecyclePeopleQuestion extends Fields<LifecycleQuestion, "lifecycle"> {}

/** Asks for the people behind a number of a stickiness. */
export interface StickinessPeopleQuestion extends Fields<StickinessQuestion, "stickiness"> {}

/** Asks for the people of a cell of a retention, or of a row. */
export interface RetentionPeopleQuestion extends Fields<RetentionQuestion, "retention"> {}

/** Asks for the people behind a number of a funnel. */
export interface FunnelPeopleQuestion extends Fields<FunnelQuestion & CorrelationQuestion, "funnel"> {}

/** Asks for the people behind a number of a correlation, whose pages have fields of their own. */
export interface CorrelationPeopleQuestion extends Fields<
  CorrelationQuestion,
  "correlation",
  typeof correlationPageEntries
> {}

/** Asks for the people behind an edge of paths. */
export interface PathPeopleQuestion extends Fields<PathsQuestion, "path"> {}
