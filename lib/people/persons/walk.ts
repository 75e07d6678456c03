import { nextTurn } from "../../base/platform.ts";
import type { Context } from "../context.ts";
import type { Project } from "../../admin/projects/index.ts";
import { listPersonIds } from "./list.ts";
import type { PersonListQuery } from "./list.ts";
import { readRecords } from "./record.ts";
import type { PersonRecord } from "./record.ts";

/** Persons read between two turns of the event loop: 10 ms. More persons block it for longer. */
const PAGE = 500;

/**
 * Yields all matching persons, page by page in the order of the list; `limit` and `offset` are ignored. The matches are
 * fixed when this resolves, at the cost of one number each. Each person is read when the walk reaches it: changed
 * persons as changed, deleted persons not at all.
 * @throws as `listPersons`
 */
export async function walkPersons(
  ctx: Pick<Context, "db" | "properties" | "clock" | "expressions">,
  project: Project,
  query: PersonListQuery,
): Promise<() => AsyncGenerator<PersonRecord[]>> {
  const ids = await listPersonIds(ctx, project, query);
  return async function* () {
    for (let start = 0; start < ids.length; start += PAGE) {
      yield readRecords(ctx.db, project, ids.slice(start, start + PAGE));
      await nextTurn();
    }
  };
}
