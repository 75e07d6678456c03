import type { PersonPage } from "../../people/persons/index.ts";
import { toLink } from "../envelopes.ts";
import type { Call } from "../route.ts";

/**
 * A page of persons in the contract's envelope, which has an order of its own for them. Its links have a cursor, which counts
 * before the offset: persons who are deleted or added meanwhile shift no page.
 */
export function toPersonList(
  { input, target }: Pick<Call<{ limit: number; offset: number }>, "input" | "target">,
  { next_cursor, previous_cursor, count, results }: PersonPage,
) {
  const { limit, offset } = input;
  const toPage = (cursor: string | null, start: number) =>
    cursor === null ? null : toLink(target, { limit, offset: start > 0 ? start : null, cursor });
  return {
    next: toPage(next_cursor, offset + limit),
    previous: toPage(previous_cursor, offset - limit),
    count,
    results,
  };
}
