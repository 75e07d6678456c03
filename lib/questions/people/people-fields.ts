import type * as v from "valibot";
import type { peoplePageEntries } from "./people-query.ts";

/** Fields for a question's own answer alone. */
type OfAnswers = "explain" | "person_id" | "distinct_id" | "group_key";

/**
 * A question for people: fields of an insight, of a number in its answer, and of the page. Not the type of a schema,
 * which would repeat all of their fields in the package's declarations.
 */
export type PeopleFields<Question, Point, Page extends v.ObjectEntries = typeof peoplePageEntries> = Omit<
  Question,
  OfAnswers
> &
  Point &
  v.InferInput<v.ObjectSchema<Page, undefined>>;
