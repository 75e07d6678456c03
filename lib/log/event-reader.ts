import type { Db } from "../storage/index.ts";
import { queueMicrotask } from "../base/platform.ts";
import { hasLostHeads, unpackHeads } from "./chunks/placed-heads.ts";
import type { PlacedHeads } from "./chunks/placed-heads.ts";
import { unpackTexts } from "./chunks/unpack-chunk.ts";
import type { TextChunk } from "./chunks/unpack-chunk.ts";
import { IN_CHUNK } from "./event-rows.ts";
import { checkEvent, ofProject, sumsOf, TEXT_FAULT } from "./event-sums.ts";
import { damagedEvent } from "./damaged-event.ts";
import type { SummedEvent } from "./event-sums.ts";
import { countDeletions } from "./newest-seq.ts";
import { ACTOR, NAME } from "./read-event.ts";
import type { Actor, StoredEvent } from "./read-event.ts";

/** Names, and actors, that are kept; an actor takes up to the size of a person. */
const KEPT = 10_000;

/**
 * Reads a project's event; undefined = it was deleted since the reader was made.
 * @throws corrupt when the event or a row that it refers to is damaged, or the event is lost without a deletion
 */
export type ReadAt = (seq: number) => StoredEvent | undefined;

interface Referred {
  event: string;
  actor: Actor;
}

/**
 * Makes a reader for the events of one question: it reads each name and actor once. Ask in the order of arrival, so
 * that each chunk is unpacked once.
 */
export function createEventReader(db: Pick<Db, "sql">, projectId: number): ReadAt {
  const begun = countDeletions(db);
  const refer = createReferred(db);
  const chunks = createChunkReader(db);
  const row = db.sql<SummedEvent & { timestamp: number; nameId: number; ordinal: number }>(
    `SELECT e.seq, e.timestamp, e.event_name_id AS nameId, e.distinct_id_id AS ordinal, e.properties, e.elements, e.uuid, e.received_at,
       ${sumsOf("e")}
     FROM main.events e WHERE e.seq = @seq AND ${ofProject("e")}`,
  );
  const inChunk = ({ placed, texts }: OpenChunk, seq: number): StoredEvent | undefined => {
    const { projectId: owner, nameId, ordinal, timestampMs } = placed.head(seq);
    if (owner !== projectId) return undefined;
    if (texts === null) throw damagedEvent(db, seq, new RangeError(TEXT_FAULT));
    return new ChunkEvent({ seq, timestampMs, texts }, () => refer(seq, nameId, ordinal));
  };
  const inRow = (seq: number): StoredEvent | undefined => {
    const found = row.get({ seq, projectId });
    if (found === undefined) return undefined;
    checkEvent(db, found);
    const { nameId, ordinal, ...own } = found;
    const { event, actor } = refer(seq, nameId, ordinal);
    return { ...own, event, ...actor };
  };
  return (seq) => {
    let chunk = chunks.find(seq);
    if (chunk !== undefined) return inChunk(chunk, seq);
    const event = inRow(seq);
    if (event !== undefined) return event;
    // The event may have moved into a chunk meanwhile; none moves back.
    chunk = chunks.findNow(seq);
    if (chunk !== undefined) return inChunk(chunk, seq);
    if (countDeletions(db) === begun) throw damagedEvent(db, seq);
    return undefined;
  };
}

/** Reads its parts on demand, since many readers want few. */
class ChunkEvent implements StoredEvent {
  readonly seq: number;
  readonly timestamp: number;
  readonly #texts: TextChunk;
  readonly #refer: () => Referred;
  #referred: Referred | undefined;
  // Checked when the chunk was unpacked.
  readonly head_fault = 0;
  readonly text_sum = IN_CHUNK;
  readonly origin_sum = IN_CHUNK;

  constructor(
    { seq, timestampMs, texts }: { seq: number; timestampMs: number; texts: TextChunk },
    refer: () => Referred,
  ) {
    this.seq = seq;
    this.timestamp = timestampMs;
    this.#texts = texts;
    this.#refer = refer;
  }

  get #refers(): Referred {
    return (this.#referred ??= this.#refer());
  }
  get #actor(): Actor {
    return this.#refers.actor;
  }

  get event() {
    return this.#refers.event;
  }
  get properties() {
    return this.#texts.properties(this.seq);
  }
  get elements() {
    return this.#texts.elements(this.seq);
  }
  get uuid() {
    return this.#texts.uuid(this.seq);
  }
  get received_at() {
    return this.#texts.receivedAt(this.seq);
  }
  get distinct_id_id() {
    return this.#actor.distinct_id_id;
  }
  get distinct_id() {
    return this.#actor.distinct_id;
  }
  get is_personless() {
    return this.#actor.is_personless;
  }
  get person_id() {
    return this.#actor.person_id;
  }
  get person_uuid() {
    return this.#actor.person_uuid;
  }
  get person_properties() {
    return this.#actor.person_properties;
  }
  get person_created_at() {
    return this.#actor.person_created_at;
  }
}

interface OpenChunk {
  placed: PlacedHeads;
  /** Null = damaged. */
  texts: TextChunk | null;
}

/**
 * Finds an event's chunk. Keeps the last chunk while the thread works without a pause; afterwards an event may have
 * been deleted.
 */
function createChunkReader(db: Pick<Db, "sql">) {
  // The place comes first: most events without a chunk lie behind the last one, and its bytes would be read for each of them.
  const chunkAt = db.sql<{ events: number; data: Buffer }>(
    `SELECT events, data FROM main.event_texts
     WHERE first_seq = (SELECT max(first_seq) FROM main.event_texts WHERE first_seq <= @seq) AND last_seq >= @seq`,
  );
  let kept: OpenChunk | undefined;
  let deletions = -1;
  let isWorking = false;
  const forgetDeleted = () => {
    isWorking = true;
    // Runs when the work pauses.
    queueMicrotask(() => (isWorking = false));
    const now = countDeletions(db);
    if (now !== deletions) kept = undefined;
    deletions = now;
  };
  const open = (seq: number, isSure: boolean): OpenChunk | undefined => {
    const stored = chunkAt.get({ seq });
    if (stored === undefined) return undefined;
    const placed = unpackHeads(stored.data);
    // Otherwise the event may have a row.
    if (hasLostHeads(placed, stored.events) && isSure) throw damagedEvent(db, seq);
    if (placed?.has(seq) !== true || hasLostHeads(placed, stored.events)) return undefined;
    kept = { placed, texts: unpackTexts(stored.data) };
    return kept;
  };
  return {
    /** Undefined = no chunk has the event, or its heads are damaged. */
    find(seq: number): OpenChunk | undefined {
      if (!isWorking) forgetDeleted();
      return kept?.placed.has(seq) === true ? kept : open(seq, false);
    },
    /**
     * Finds the chunk of an event that has no row.
     * @throws corrupt when the heads of the chunk are damaged
     */
    findNow: (seq: number): OpenChunk | undefined => open(seq, true),
  };
}

/** Reads the name and the actor of an event. @throws corrupt when one of them is lost or damaged */
function createReferred(db: Pick<Db, "sql">): (seq: number, nameId: number, ordinal: number) => Referred {
  const eventNameOf = createKept(db.sql<string>(`SELECT ${NAME} FROM event_names n WHERE n.id = ?`).pluck());
  const actorOf = createKept(
    db.sql<Actor>(`SELECT ${ACTOR} FROM distinct_ids d LEFT JOIN persons p ON p.id = d.person_id WHERE d.id = ?`),
  );
  return (seq, nameId, ordinal) => {
    const [event, actor] = [eventNameOf(nameId), actorOf(ordinal)];
    if (event === undefined || actor === undefined) throw damagedEvent(db, seq);
    return { event, actor };
  };
}

/** Caches the last rows by id. */
function createKept<Row>(statement: { get(id: number): Row | undefined }): (id: number) => Row | undefined {
  const kept = new Map<number, Row>();
  return (id) => {
    const known = kept.get(id);
    if (known !== undefined) return known;
    const found = statement.get(id);
    if (found === undefined) return undefined;
    if (kept.size >= KEPT) kept.clear();
    kept.set(id, found);
    return found;
  };
}
