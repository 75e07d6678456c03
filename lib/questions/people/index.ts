/**
 * People behind: from a number of an answer to the persons, or groups, that it counts.
 *
 * A question's fields become an `ActorsPlan` (`insights`), the engine gives all actors of it as numbers in ascending order
 * (behind a trend: by their values); here they are searched, cut into pages (`page`) and read (`read-people`), and the answer
 * gets its links (`people-behind`, the envelope that all share; `people-answers` for those of their own shape,
 * `retention-people` for retention's). What was answered is kept until something is written. `peoplePages` gives all of them,
 * for CSV.
 *
 * Invariants: following `next` to the end shows every actor once, exactly as many as the number says, as long as nothing is
 * written meanwhile. Personless actors are among them, though no person can be fetched for them; so are groups that no
 * `$groupidentify` described. Source: reference/insights.md 13.
 */
export { CORRELATION_PEOPLE, correlationPeople, FUNNEL_PEOPLE, funnelPeople } from "./funnel-people.ts";
export { lifecyclePeople, lifecyclePeoplePages, stickinessPeople, trendPeople } from "./people-answers.ts";
export { STICKINESS_PEOPLE, TREND_PEOPLE } from "./people-answers.ts";
export type { PlainPerson } from "./people-answers.ts";
export { peopleFields } from "./people-questions.ts";
export type {
  CorrelationPeopleQuestion,
  FunnelPeopleQuestion,
  LifecyclePeopleQuestion,
  PathPeopleQuestion,
  RetentionPeopleQuestion,
  StickinessPeopleQuestion,
  TrendPeopleQuestion,
} from "./people-questions.ts";
export { PATH_PEOPLE, pathPeople } from "./path-people.ts";
export { peopleBehind, peoplePages } from "./people-behind.ts";
export type { PeopleAnswer, PeopleQuestion, PlainPeopleAnswer } from "./people-behind.ts";
export type { Actor, GroupActor, PersonActor } from "./read-people.ts";
export { retentionPeople, retentionPeoplePages } from "./retention-people.ts";
export type { RetentionPeople, RetentionPeopleRow } from "./retention-people.ts";
