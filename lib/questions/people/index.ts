/**
 * People behind: from a number of an answer to the persons, or groups, that it counts.
 *
 * A question's fields become an `ActorsPlan` in the folder of its kind, the engine gives all actors of it as numbers in
 * ascending order (behind a trend: by their values); here they are searched, cut into pages (`page`) and read
 * (`read-people`), and the answer gets its links (`people-behind`). `peoplePages` gives all of them, for CSV. Each kind says
 * in its `people.ts` how its answer looks. Answers are kept until something is written.
 *
 * Invariants: following `next` to the end shows every actor once, exactly as many as the number says, as long as nothing is
 * written meanwhile. Personless actors are among them, though no person can be fetched for them; so are groups that no
 * `$groupidentify` described. Source: reference/insights.md 13.
 */
export { peopleBehind, peoplePages } from "./people-behind.ts";
export type { PeopleAnswer, PeopleQuestion, PlainPeopleAnswer } from "./people-behind.ts";
export type { Actor, GroupActor, PersonActor } from "./read-people.ts";
