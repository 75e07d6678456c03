/**
 * People behind: from a number of an answer to the persons, or groups, that it counts.
 *
 * A question's fields become an `ActorList` in the folder of its kind. The engine gives pages of the list, as numbers
 * in ascending order (behind a trend: by their values). A page of people is a page of the list; with a search, it is
 * found by a walk over the list (`find-people`). Its actors are read (`read-people`), and the answer gets its links
 * (`people-behind`). `peoplePages` gives all of them, for CSV. Answers are kept until something is written.
 *
 * Invariants: while nothing is written, following `next` to the end shows every actor once, exactly as many as the
 * number says. Personless actors are among them, though they cannot be fetched as persons; so are groups that no
 * `$groupidentify` described. Source: reference/insights.md 13.
 */
export { nodePersons, readNodePeople } from "./node-people.ts";
export type { NodeActor, NodePage, NodePeople, NodePerson } from "./node-people.ts";
export { peopleBehind, peoplePages } from "./people-behind.ts";
export type { PeopleAnswer, PeopleQuestion, PlainPeopleAnswer } from "./people-behind.ts";
export type { Actor, GroupActor, PersonActor } from "./read-people.ts";
