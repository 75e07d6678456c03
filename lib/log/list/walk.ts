import { nextTurn } from "../../base/platform.ts";
import type { Context } from "../context.ts";
import type { ProjectRef } from "../../events/project-ref.ts";
import { findSource } from "./event-source.ts";
import type { EventListQuery } from "./list.ts";
import { parsePropertyQuery } from "./property-query.ts";
import { createPropertyTest } from "./property-test.ts";
import { readEvent } from "../read-event.ts";
import { toRecord } from "./record.ts";
import type { EventRecord } from "./record.ts";

/** Events read between two turns of the event loop: 10 to 20 ms. More events block it for longer. */
const PAGE = 500;

/**
 * Yields all matching events, page by page in the order of the list; `limit` and `offset` are ignored. Events that arrive
 * after this resolves are left out. An event that is deleted before the walk reaches it is left out too.
 * @throws as `listEvents`
 */
export async function walkEvents(
  ctx: Pick<Context, "db" | "clock">,
  project: ProjectRef,
  query: EventListQuery,
): Promise<() => AsyncGenerator<EventRecord[]>> {
  const filter = parsePropertyQuery(query.properties);
  const from = await findSource(ctx, project, query);
  return async function* () {
    if (from === null) return;
    const passes = filter.values.length === 0 ? () => true : createPropertyTest(ctx, project.id, filter);
    for (const places of from.parts(PAGE)) {
      yield places.filter(({ seq }) => passes(seq)).flatMap(({ seq }) => readRecord(ctx, project.id, seq));
      await nextTurn();
    }
  };
}

function readRecord({ db }: Pick<Context, "db">, projectId: number, seq: number): EventRecord[] {
  const row = readEvent(db, projectId, seq);
  return row === undefined ? [] : [toRecord(db, projectId, row)];
}
