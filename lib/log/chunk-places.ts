import type { Db } from "../storage/index.ts";
import type { HourRange } from "./event-rows.ts";
import { compactedSeq } from "./newest-seq.ts";
import { openChunk } from "./walk-chunk.ts";
import type { StoredChunk } from "./walk-chunk.ts";

/** An event's place in the log and its time. */
export interface TimePlace {
  seq: number;
  timestamp: number;
}

/** Events of a project in some hours. */
export interface PlacesWanted {
  projectId: number;
  hours: HourRange;
  /** Epoch ms, inclusive. */
  from: number;
  /** Epoch ms, exclusive. */
  until: number;
  /** The last place that counts. */
  untilSeq: number;
}

/** Chunks whose heads are read between two turns: about 3 ms of the event loop. */
const CHUNKS = 50;

/** Events sorted at once, which block the event loop; fewer need more lists. */
const IN_BUCKET = 500;

/**
 * The wanted events that lie in chunks, by time. Each chunk is unpacked once, in the order of arrival; a statement that
 * sorts would unpack all for each part of its answer.
 */
export class ChunkPlaces {
  /** Places for each stretch of `#bucketMs`; lists in `#unsorted` are in no order. */
  readonly #buckets: TimePlace[][];
  readonly #unsorted = new Set<TimePlace[]>();
  readonly #bucketMs: number;
  readonly #wanted: PlacesWanted;
  /** The first place of the last chunk read. */
  #lastFirstSeq = -1;
  /** The last place in chunks at that time. */
  #compactedSeq = -1;
  count = 0;

  /** @param expected about how many events there are */
  constructor(wanted: PlacesWanted, expected: number) {
    this.#wanted = wanted;
    const spanMs = wanted.until - wanted.from;
    this.#bucketMs = Math.max(1, Math.ceil(spanMs / Math.max(1, expected / IN_BUCKET)));
    this.#buckets = Array.from({ length: Math.ceil(spanMs / this.#bucketMs) }, () => []);
  }

  /**
   * Reads the chunks not read yet; other work may run when it yields. Call it again while `isCurrent` says that events
   * have moved into chunks.
   * @throws corrupt when the heads of a chunk are damaged
   */
  *read(db: Pick<Db, "sql">): Generator<void, void> {
    const { projectId, hours } = this.#wanted;
    this.#compactedSeq = compactedSeq(db);
    // Index: the primary key of event_hours.
    const firstSeqs = db
      .sql<number>(
        `SELECT DISTINCT first_seq FROM event_hours WHERE project = @projectId AND hour BETWEEN @first AND @last AND first_seq > @after
         ORDER BY first_seq`,
      )
      .pluck()
      .all({ projectId, ...hours, after: this.#lastFirstSeq });
    const chunk = db.sql<StoredChunk>(
      "SELECT first_seq AS firstSeq, data, events FROM event_texts WHERE first_seq = ?",
    );
    for (const [index, firstSeq] of firstSeqs.entries()) {
      const stored = chunk.get(firstSeq);
      if (stored !== undefined) this.#add(db, stored);
      this.#lastFirstSeq = firstSeq;
      if (index % CHUNKS === CHUNKS - 1) yield;
    }
  }

  /** Have all chunks been read? */
  isCurrent(db: Pick<Db, "sql">): boolean {
    return compactedSeq(db) === this.#compactedSeq;
  }

  #add(db: Pick<Db, "sql">, chunk: StoredChunk): void {
    const placed = openChunk(db, chunk, []);
    if (placed === undefined) return;
    const { from, until, untilSeq, projectId } = this.#wanted;
    const { projects, times } = placed.heads;
    for (let index = 0; index < placed.seqs.length; index++) {
      const [seq, timestamp] = [placed.seqs[index] as number, times[index] as number];
      if (projects[index] !== projectId || timestamp < from || timestamp >= until || seq > untilSeq) continue;
      const bucket = this.#buckets[this.#bucketOf(timestamp)] as TimePlace[];
      bucket.push({ seq, timestamp });
      this.#unsorted.add(bucket);
      this.count += 1;
    }
  }

  #bucketOf(timestamp: number): number {
    return Math.floor((timestamp - this.#wanted.from) / this.#bucketMs);
  }

  /** The next events after a place, in order. @param direction 1 = oldest first, -1 = newest first */
  after(place: TimePlace, direction: 1 | -1, most: number): TimePlace[] {
    const found: TimePlace[] = [];
    const last = this.#buckets.length - 1;
    let at = Math.min(Math.max(this.#bucketOf(place.timestamp), 0), last);
    for (; at >= 0 && at <= last && found.length < most; at += direction) {
      for (const each of this.#sorted(at, direction)) {
        if (compareInTime(each, place) * direction <= 0) continue;
        found.push(each);
        if (found.length === most) break;
      }
    }
    return found;
  }

  #sorted(at: number, direction: 1 | -1): readonly TimePlace[] {
    const bucket = this.#buckets[at] as TimePlace[];
    if (this.#unsorted.delete(bucket)) bucket.sort((a, b) => compareInTime(a, b) * direction);
    return bucket;
  }
}

/** Compares events by time and, where equal, by arrival. */
export function compareInTime(a: TimePlace, b: TimePlace): number {
  return a.timestamp - b.timestamp || a.seq - b.seq;
}
