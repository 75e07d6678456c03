import { setImmediate as nextTurn } from "node:timers/promises";
import { findAction, toEventTests } from "../../admin/actions/index.ts";
import type { Context } from "../context.ts";
import { eventRowReader, indexEvents } from "../../events/log/index.ts";
import type { StoredEvent } from "../../events/log/index.ts";
import { cohortLookup, compileEventTests } from "../../events/filters/index.ts";
import type { EventTest } from "../../events/filters/index.ts";
import { headFault } from "../../storage/index.ts";
import { behaviourStart } from "./behaviour.ts";
import type { Behaviour } from "./behaviour.ts";

type Needs = Pick<Context, "db" | "clock">;

/**
 * Events between two turns of the event loop: about 20 ms, even if their properties must be read. More events block it
 * for longer.
 */
const CHUNK = 5000;

/** Events to count, of one name (null: of any). */
interface Source {
  name: string | null;
  /** Null = every event counts. */
  passes: ((event: StoredEvent) => boolean) | null;
}

/**
 * Counts how many times each person showed a behaviour up to now; persons who never did are absent. Events without a
 * person do not count. Walks only the events of the relevant names in that period.
 */
export async function countEvents(ctx: Needs, projectId: number, behaviour: Behaviour): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  await indexEvents(ctx);
  for (const { name, passes } of sourcesOf(ctx, projectId, behaviour)) {
    for await (const events of chunks(ctx, projectId, behaviour, { name, passes })) {
      for (const event of events) {
        const { person_id: person } = event;
        if (person !== null && (passes === null || passes(event))) counts.set(person, (counts.get(person) ?? 0) + 1);
      }
    }
  }
  return counts;
}

/**
 * The events to walk: each name separately, so that no event is counted twice; all events when a test accepts any
 * event.
 */
function sourcesOf({ db }: Needs, projectId: number, behaviour: Behaviour): Source[] {
  const { what, filters } = behaviour;
  if ("event" in what && filters.values.length === 0) return [{ name: what.event, passes: null }];
  const tests = testsOf({ db }, projectId, what);
  const names = [...new Set(tests.map((test) => test.event))];
  const toRow = eventRowReader(db, projectId);
  const test = compileEventTests(
    tests.map(({ event, filter }) => ({ event, filter: { type: "AND", values: [filter, filters] } })),
    cohortLookup(db, projectId),
  );
  const passes = (event: StoredEvent) => test(toRow(event));
  return (names.includes(null) ? [null] : names).map((name) => ({ name, passes }));
}

function testsOf(ctx: Pick<Needs, "db">, projectId: number, what: Behaviour["what"]): EventTest[] {
  if ("event" in what) return [{ event: what.event, filter: { type: "AND", values: [] } }];
  return toEventTests(findAction(ctx, projectId, what.action)?.steps ?? []);
}

async function* chunks(
  { db, clock }: Needs,
  projectId: number,
  behaviour: Behaviour,
  { name, passes }: Source,
): AsyncGenerator<StoredEvent[]> {
  const owner = name === null ? projectId : findName(db, projectId, name);
  if (owner === undefined) return;
  const untilMs = clock.now();
  const next = db.sql(toSql({ isAny: name === null, isWhole: passes !== null }));
  let last = { timestamp: behaviourStart(behaviour, untilMs), seq: 0 };
  for (;;) {
    const rows = next.all(owner, last.timestamp, last.seq, untilMs, CHUNK) as (StoredEvent & typeof last)[];
    yield rows;
    const end = rows.at(-1);
    if (end === undefined) return;
    last = end;
    await nextTurn();
  }
}

function findName(db: Context["db"], projectId: number, name: string): number | undefined {
  const id = db.sql("SELECT id FROM event_names WHERE project_id = ? AND name = ?").pluck().get(projectId, name);
  return id as number | undefined;
}

// For one name: index event_index_by_name (event_name_id, timestamp); the id of a name belongs to one project. For any
// name: events_by_timestamp (project_id, timestamp). Both end with seq, so nothing is sorted.
function toSql({ isAny, isWhole }: { isAny: boolean; isWhole: boolean }): string {
  const from = isAny ? "events i INDEXED BY events_by_timestamp" : "event_index i INDEXED BY event_index_by_name";
  const owner = isAny ? "i.project_id" : "i.event_name_id";
  const whole = isWhole
    ? `, (SELECT name FROM event_names WHERE id = i.event_name_id) AS event, e.properties, e.elements, e.text_sum,
        ${headFault("e")} AS head_fault`
    : "";
  return `SELECT i.seq, i.timestamp, d.person_id${whole}
    FROM ${from} CROSS JOIN distinct_ids d ON d.id = i.distinct_id_id${isWhole ? " CROSS JOIN events e ON e.seq = i.seq" : ""}
    WHERE ${owner} = ? AND (i.timestamp, i.seq) > (?, ?) AND i.timestamp <= ?
    ORDER BY i.timestamp, i.seq LIMIT ?`;
}
