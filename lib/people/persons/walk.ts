import { nextTurn } from "../../base/platform.ts";
import type { Context } from "../context.ts";
import type { Project } from "../../admin/projects/index.ts";
import { listPersonIds } from "./list.ts";
import type { PersonListQuery } from "./list.ts";
import { readRecords } from "./record.ts";
import type { PersonRecord } from "./record.ts";

/** Persons read between two turns of the event loop: 10 ms. */
const PAGE = 500;

/**
 * Yields all matching persons page by page in the list's order, ignoring `limit` and `offset`. Matches are fixed when
 * this resolves, one number each; each person is read when reached: as changed since, and not if deleted.
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
