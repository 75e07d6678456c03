import type { ArchivedTexts, AskOptions, EventPlace, EventsProof, PlaceRange } from "../../lib/engine.ts";
import type { Connection } from "./connection.ts";

/** Milliseconds of the days in the order of the table. */
const DAY_MS = 86_400_000;

/** Events of one statement: a page of a list, or a part of an export. More events make a longer statement. */
const READ_EVENTS = 5000;

/** The digest of an event, as `EventsProof` has it. */
const DIGEST = `reinterpretAsUInt64(substring(SHA256(concat(
  toString(seq), ',', toString(project_id), ',', toString(ord), ',', toString(ms), ',', toString(received), ',', toString(uuid), ',',
  toString(length(event)), ',', toString(length(properties)), ',', event, properties,
  if(elements IS NULL, '', concat('+', assumeNotNull(elements))))), 1, 8))`;

/** Computes the proof of the events of a part of the log, from the rows as they are stored. */
export async function proveEvents(
  connection: Connection,
  { fromSeq, untilSeq }: PlaceRange,
  { signal }: AskOptions,
): Promise<EventsProof> {
  const [row] = await connection.rows<[number, string]>(
    `SELECT count(), toString(sum(${DIGEST})) FROM ${connection.table("events")} WHERE seq BETWEEN ${fromSeq} AND ${untilSeq}`,
    { signal },
  );
  const [events = 0, sum = "0"] = row ?? [];
  return { events: Number(events), sum };
}

/** Reads the texts of events by their places; project and day find them in the order of the table. */
export async function readTexts(
  connection: Connection,
  places: readonly EventPlace[],
  { signal }: AskOptions,
): Promise<ArchivedTexts[]> {
  const found: ArchivedTexts[] = [];
  for (let start = 0; start < places.length; start += READ_EVENTS) {
    const part = places.slice(start, start + READ_EVENTS);
    const projects = [...new Set(part.map(({ projectId }) => projectId))];
    const days = [...new Set(part.map(({ timestampMs }) => Math.trunc(timestampMs / DAY_MS)))];
    const rows = await connection.rows<[number, string, string | null]>(
      `SELECT seq, properties, elements FROM ${connection.table("events")}
       WHERE project_id IN (${projects.join(",")}) AND intDiv(ms, ${DAY_MS}) IN (${days.join(",")})
         AND seq IN (${part.map(({ seq }) => seq).join(",")})`,
      { signal },
    );
    for (const [seq, properties, elements] of rows) found.push({ seq: Number(seq), properties, elements });
  }
  return found;
}
