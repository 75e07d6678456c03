import type { DateRange } from "../../port/range.ts";
import { propertyText } from "../../events/filters/index.ts";
import type { Json } from "../../events/filters/index.ts";
import { checkBody, elementsOf, headFault, propertiesOf } from "../../storage/index.ts";
import type { Db, SummedBody } from "../../storage/index.ts";

interface SessionInput {
  projectId: number;
  sessionRange?: DateRange;
  /** Called for each row that is read; ends the walk by throwing. */
  checkpoint?: (() => void) | undefined;
}

interface StoredRow extends SummedBody {
  session: string | null;
  timestamp: number;
}

/**
 * Looks up how long sessions last: whole seconds from the first to the last event of any name, among the events of
 * `sessionRange`. They are read when the first is asked for. Null = the empty session, or one without events there.
 * Source: reference/insights.md 5.5.
 */
export function sessionSeconds(
  db: Db,
  { projectId, sessionRange, checkpoint }: SessionInput,
): (sessionId: string) => number | null {
  let known: Map<string, number> | undefined;
  return (sessionId) => {
    if (sessionId === "" || sessionRange === undefined) return null;
    known ??= readSessions(db, { projectId, sessionRange, checkpoint });
    return known.get(sessionId) ?? null;
  };
}

function readSessions(
  db: Db,
  { projectId, sessionRange: { fromMs, untilMs }, checkpoint }: SessionInput & { sessionRange: DateRange },
): Map<string, number> {
  // In order of time, by the index events_by_timestamp: the first event begins a session, the last event ends it.
  const rows = db
    .sql<StoredRow>(
      `SELECT e.seq, ${propertiesOf("e")} -> '$."$session_id"' AS session, e.timestamp, ${propertiesOf("e")} AS properties, ${elementsOf("e")} AS elements, e.text_sum,
              ${headFault("e")} AS head_fault
         FROM events e WHERE project_id = ? AND timestamp >= ? AND timestamp < ? ORDER BY timestamp`,
    )
    .iterate(projectId, fromMs, untilMs);
  const startsMs = new Map<string, number>();
  const seconds = new Map<string, number>();
  for (const row of rows) {
    checkpoint?.();
    checkBody(db, row);
    const { session, timestamp } = row;
    const id = session === null ? "" : propertyText(JSON.parse(session) as Json);
    if (id === "") continue;
    const startMs = startsMs.get(id) ?? timestamp;
    startsMs.set(id, startMs);
    seconds.set(id, Math.floor((timestamp - startMs) / 1000));
  }
  return seconds;
}
