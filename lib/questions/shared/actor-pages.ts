import type { Context } from "../context.ts";
import { ask } from "./ask.ts";
import type { ActorCursor, ActorList, ActorPage, ActorsPlan, Paging } from "../../port/actors.ts";

/**
 * Actors that a walk over a list asks for at once: up to 16 MB with values. Shorter lists are therefore of one moment.
 * More cost memory; fewer make engines compute more pages.
 */
const WALK_LIMIT = 1_000_000;

export type ReadPage<Page extends ActorPage = ActorPage> = (page: Paging) => Promise<Page>;

/** The pages of a list, as the engine has them. @param list null = a list without actors */
export function pagesOf<List extends ActorList, Page extends ActorPage = ActorPage>(
  ctx: Pick<Context, "db" | "engine" | "clock">,
  list: List | null,
): ReadPage<Page> {
  if (list === null) return async () => NOBODY as Page;
  return (page) => ask(ctx, { ...list, page } as ActorsPlan<List, Page>) as Promise<Page>;
}

const NOBODY: ActorPage = { by: "persons", ids: new Float64Array(0), next: null };

/** Reads a list to its last actor. @param from after which place, else from its first actor; at most `limit` actors of a page */
export async function* eachPage<Page extends ActorPage>(
  read: ReadPage<Page>,
  { after = null, limit = WALK_LIMIT }: { after?: ActorCursor | null; limit?: number } = {},
): AsyncGenerator<Page, void> {
  let place = after;
  do {
    const page: Page = await read({ after: place, skip: 0, limit });
    yield page;
    place = page.next;
  } while (place !== null);
}
