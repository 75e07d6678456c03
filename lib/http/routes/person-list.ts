import type { PersonPage } from "../../people/persons/index.ts";
import { toLink } from "../page-links.ts";
import type { Call } from "../route.ts";

/**
 * A page of persons in the contract's envelope, which has an order of its own for them. Its links have a cursor: persons who are
 * deleted or added meanwhile shift no page.
 */
export function toPersonList(
  { input, target }: Pick<Call<{ limit: number }>, "input" | "target">,
  { next_cursor, previous_cursor, count, results }: PersonPage,
) {
  const toPage = (cursor: string | null) =>
    cursor === null ? null : toLink(target, { limit: input.limit, offset: null, cursor });
  return { next: toPage(next_cursor), previous: toPage(previous_cursor), count, results };
}
