import type { PersonListQuery, PersonPage } from "../../people/persons/index.ts";
import { toEnvelope } from "../page-links.ts";
import type { Call } from "../route.ts";

/**
 * A page of persons in the contract's envelope, which has an order of its own for them. Its links have `max_id`, which keeps
 * the pages stable while persons are added.
 */
export function toPersonList(
  { input, target }: Pick<Call<Pick<PersonListQuery, "limit" | "offset">>, "input" | "target">,
  page: PersonPage,
) {
  const query = new URLSearchParams(target.query);
  query.set("max_id", String(page.max_id));
  const { next, previous, count, results } = toEnvelope({ ...target, query }, input, page);
  return { next, previous, count, results };
}
