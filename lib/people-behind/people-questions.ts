import type {
  CorrelationPoint,
  CorrelationQuestion,
  FunnelPointFields,
  FunnelQuestion,
  LifecyclePoint,
  LifecycleQuestion,
  PathPointFields,
  PathsQuestion,
  RetentionPointFields,
  RetentionQuestion,
  StickinessPoint,
  StickinessQuestion,
  TrendPoint,
  TrendQuestion,
} from "../insights/index.ts";
import type { PeoplePageFields } from "./people-query.ts";

// A question for people: the fields of an insight, those that name a number of its answer, and those of the page.

/** The fields of a question that mean something else here: pages, and what only one answer of several has. */
type OwnFields = keyof PeoplePageFields | "explain" | "person_id" | "distinct_id" | "group_key";

/** For the people behind a point of a trend. */
export interface TrendPeopleQuestion extends Omit<TrendQuestion, OwnFields>, TrendPoint, PeoplePageFields {}

/** For the people behind a status of a lifecycle. */
export interface LifecyclePeopleQuestion extends Omit<LifecycleQuestion, OwnFields>, LifecyclePoint, PeoplePageFields {}

/** For the people behind a number of a stickiness. */
export interface StickinessPeopleQuestion
  extends Omit<StickinessQuestion, OwnFields>, StickinessPoint, PeoplePageFields {}

/** For the people of a cell of a retention, or of a row. */
export interface RetentionPeopleQuestion
  extends Omit<RetentionQuestion, OwnFields>, RetentionPointFields, PeoplePageFields {}

/** For the people behind a number of a funnel. */
export interface FunnelPeopleQuestion extends Omit<FunnelQuestion, OwnFields>, FunnelPointFields, PeoplePageFields {}

/** For the people behind a number of a correlation, whose pages have fields of their own. */
export interface CorrelationPeopleQuestion
  extends Omit<CorrelationQuestion, OwnFields>, CorrelationPoint, Omit<PeoplePageFields, "limit" | "offset"> {
  /** People of a page: 1 to 1000. @default 100 */
  funnel_correlation_person_limit?: number | null | undefined;
  /** People to pass over. @default 0 */
  funnel_correlation_person_offset?: number | null | undefined;
}

/** For the people behind an edge of paths. */
export interface PathPeopleQuestion extends Omit<PathsQuestion, OwnFields>, PathPointFields, PeoplePageFields {}
