import { setImmediate as nextTurn } from "node:timers/promises";
import type { Context } from "../context.ts";
import type { Project } from "../../admin/projects/index.ts";
import { listPersonIds } from "./list.ts";
import type { PersonListQuery } from "./list.ts";
import { readRecords } from "./record.ts";
import type { PersonRecord } from "./record.ts";

/** Persons read between two turns of the event loop: 10 ms. */
const PAGE = 500;

/**
 * All persons that pass, however many, page by page in the order of the list; `limit` and `offset` are not looked at. Who
 * passes is settled by the time this resolves, at the price of one number for each. Every walk reads them as they are when
 * it comes to them: changed ones as changed, deleted ones not at all.
 * @throws as `listPersons`
 */
export async function walkPersons(
  ctx: Pick<Context, "db">,
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
