import { setImmediate as nextTurn } from "node:timers/promises";
import type { Context } from "../context.ts";
import { indexEvents } from "../events/index.ts";
import { compileFilter } from "../filters/index.ts";
import type { Properties } from "../filters/index.ts";
import { behaviourStart } from "./behaviour.ts";
import type { Behaviour } from "./behaviour.ts";

/** Events between two turns of the event loop: about 20 ms, also when their properties have to be read. */
const CHUNK = 5000;

interface Row {
  seq: number;
  timestamp: number;
  person_id: number | null;
  /** Null when they are not needed. */
  properties: string | null;
}

/**
 * How many times each person did what a behaviour asks about, up to now; persons who did not are absent. Events that belong
 * to nobody count for nobody. Walks the events of that name in that stretch of time only.
 */
export async function countEvents(
  ctx: Pick<Context, "db" | "clock">,
  projectId: number,
  behaviour: Behaviour,
): Promise<Map<number, number>> {
  const { db, clock } = ctx;
  const counts = new Map<number, number>();
  await indexEvents(ctx);
  const nameId = db.sql("SELECT id FROM event_names WHERE project_id = ? AND name = ?").pluck();
  const name = nameId.get(projectId, behaviour.event) as number | undefined;
  if (name === undefined) return counts;
  const untilMs = clock.now();
  const passes = toTest(behaviour);
  const next = db.sql(toSql(passes === null ? "NULL" : "(SELECT properties FROM events WHERE seq = i.seq)"));
  let last = { timestamp: behaviourStart(behaviour, untilMs), seq: 0 };
  for (;;) {
    const rows = next.all(name, last.timestamp, last.seq, untilMs, CHUNK) as Row[];
    for (const { person_id: person, properties } of rows) {
      if (person !== null && (passes === null || passes(properties ?? "{}"))) {
        counts.set(person, (counts.get(person) ?? 0) + 1);
      }
    }
    const end = rows.at(-1);
    if (end === undefined) return counts;
    last = end;
    await nextTurn();
  }
}

// Index event_index_by_name (event_name_id, timestamp), which ends in seq; a name's id belongs to one project.
function toSql(properties: string): string {
  return `SELECT i.seq, i.timestamp, d.person_id, ${properties} AS properties
    FROM event_index i CROSS JOIN distinct_ids d ON d.id = i.distinct_id_id
    WHERE i.event_name_id = ? AND (i.timestamp, i.seq) > (?, ?) AND i.timestamp <= ?
    ORDER BY i.timestamp, i.seq LIMIT ?`;
}

/** The test of an event's properties; null = every event counts. */
function toTest({ filters }: Behaviour): ((properties: string) => boolean) | null {
  if (filters.values.length === 0) return null;
  const test = compileFilter(filters, () => () => false);
  const nobody = { personId: null, personProperties: {}, groupProperties: () => ({}) };
  return (text) => test({ ...nobody, properties: JSON.parse(text) as Properties });
}
