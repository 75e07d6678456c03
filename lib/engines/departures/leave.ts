import type { Clock } from "../../base/clock.ts";
import type { Logger } from "../../base/log.ts";
import type { Engine } from "../../port/engine.ts";
import { countDeletions } from "../../storage/index.ts";
import type { Db } from "../../storage/index.ts";
import { readDeparture } from "./read-departure.ts";
import { storeDeparture } from "./store-departure.ts";

/** The resources of events that leave. */
export interface Leaving {
  db: Db;
  engine: Engine;
  clock: Clock;
  log: Logger;
  /** Age from the arrival, in ms. */
  keepMs: number;
  signal?: AbortSignal | undefined;
  /** Events that leave together, about. @default 20000 */
  mostEvents?: number | undefined;
}

/**
 * Lets the texts of all events leave that arrived long enough ago, part by part: each leaves once file and copy have given
 * the same proof for it. A part whose proofs differ stays, and so do all later ones, which is reported.
 * @returns how many left
 * @throws HogletError 503 when the copy cannot be asked now; corrupt for a damaged event
 */
export async function leaveEvents({ db, engine, clock, log, keepMs, signal, mostEvents }: Leaving): Promise<number> {
  let left = 0;
  const isWanted = () => signal?.aborted !== true;
  while (engine.archive !== undefined && isWanted()) {
    const part = await readDeparture(db, { arrivedBeforeMs: clock.now() - keepMs, mostEvents });
    if (part === undefined) return left;
    const copy = await engine.archive.prove({ fromSeq: part.firstSeq, untilSeq: part.lastSeq }, { signal });
    if (!db.sqlite.open || !isConfirmed(db, part.lastSeq)) return left;
    // Read again: the proof of the file is from before a deletion.
    if (countDeletions(db) !== part.deletions) continue;
    if (copy.events !== part.proof.events || copy.sum !== part.proof.sum) {
      const { firstSeq, lastSeq, proof } = part;
      const places = { from_seq: firstSeq, until_seq: lastSeq };
      log.error("Events stay in the file: those of the copy differ. Make the copy again by `hoglet rebuild`.", {
        ...places,
        events: proof.events,
        events_in_copy: copy.events,
      });
      return left;
    }
    if (await storeDeparture(db, part, clock.now())) left += part.events;
  }
  return left;
}

/** Has every follower confirmed the log up to a place? */
function isConfirmed({ sql }: Pick<Db, "sql">, seq: number): boolean {
  const least = sql<number>("SELECT min(json_extract(mark, '$.events')) FROM followers").pluck().get() ?? 0;
  return least >= seq;
}
