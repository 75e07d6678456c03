import type { EventHead } from "./chunk-heads.ts";
import type { Db } from "../../storage/index.ts";
import { addHours } from "../event-hours.ts";

/** A chunk to store. */
export interface WholeChunk {
  firstSeq: number;
  /** The last place that it covers. */
  lastSeq: number;
  data: Buffer;
  /** The heads of all its events, in their order. */
  heads: readonly EventHead[];
}

/** Stores a new chunk of whole events, in the caller's transaction. */
export function storeChunk(db: Pick<Db, "sql">, { firstSeq, lastSeq, data, heads }: WholeChunk): void {
  db.sql("INSERT INTO event_texts (first_seq, last_seq, data, events) VALUES (?, ?, ?, ?)").run(
    firstSeq,
    lastSeq,
    data,
    heads.length,
  );
  addHours(db, firstSeq, heads);
}

/**
 * SQL of a trigger on deleted events, except those that move into a chunk.
 * @param toStatements gets SQL of the event's project and place
 */
export function goneTrigger(name: string, toStatements: (project: string, seq: string) => string): string {
  return `CREATE TRIGGER IF NOT EXISTS ${name} AFTER DELETE ON events WHEN (SELECT is_moving FROM log_changes WHERE id = 1) = 0
    BEGIN ${toStatements("OLD.project_id", "OLD.seq")} END`;
}

/** Removes the rows of moved events, in the caller's transaction; no trigger takes it for a deletion. */
export function removeMoved({ sql }: Pick<Db, "sql">, seqs: readonly number[]): void {
  const setMoving = sql("UPDATE log_changes SET is_moving = ? WHERE id = 1");
  setMoving.run(1);
  sql("DELETE FROM events WHERE seq IN (SELECT value FROM json_each(?))").run(JSON.stringify(seqs));
  setMoving.run(0);
}
