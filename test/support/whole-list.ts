import type { ActorList, ActorPage, ActorsPlan, Paging } from "../../lib/port/actors.ts";
import type { Engine } from "../../lib/port/engine.ts";

/** A page that holds all actors of a test. */
export const WHOLE: Paging = { after: null, skip: 0, limit: 1_000_000 };

/** All actors of a list, on one page. */
export function askWhole<List extends ActorList, Page extends ActorPage = ActorPage>(
  engine: Engine,
  list: List,
): Promise<Page> {
  return engine.ask({ ...list, page: WHOLE } as ActorsPlan<List, Page>) as Promise<Page>;
}
