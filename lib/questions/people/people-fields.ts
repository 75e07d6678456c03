import type * as v from "valibot";
import type { peoplePageEntries } from "./people-query.ts";

/** Fields of a question that only its own answer has. */
type OfAnswers = "explain" | "person_id" | "distinct_id" | "group_key";

/**
 * A question for people: the fields of an insight, those that name a number of its answer, and those of the page. The type is
 * made of these three: the type of the schema repeats all of their fields in the package's declarations.
 */
export type PeopleFields<Question, Point, Page extends v.ObjectEntries = typeof peoplePageEntries> = Omit<
  Question,
  OfAnswers
> &
  Point &
  v.InferInput<v.ObjectSchema<Page, undefined>>;
