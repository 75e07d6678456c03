import type { Db } from "../../storage/index.ts";
import { eventAt, eventsBetween } from "../event-rows.ts";
import { uuidOf } from "../event-texts.ts";
import { filterRow, listedBlocks, pageRow } from "./list-uuids.ts";
import { hasEventAfter } from "../newest-seq.ts";
import { hashUuid, isSound, LISTED_EVENTS, pageOf, placesOf, UuidFilters } from "./uuid-list.ts";

// Rows of `events` have the index events_by_uuid; events of chunks are in lists (`uuid-list.ts`).

/** Finds an event by its uuid (16 bytes). @returns its `seq` */
export function findEventSeq(db: Pick<Db, "sql">, projectId: number, uuid: Buffer): number | undefined {
  const indexed = indexedSeq(db, projectId, uuid);
  if (indexed !== undefined || uuid.length !== 16) return indexed;
  return findListed(db, listedBlocks(db), projectId, uuid);
}

function indexedSeq({ sql }: Pick<Db, "sql">, projectId: number, uuid: Buffer): number | undefined {
  return sql<number>("SELECT seq FROM events WHERE project_id = ? AND uuid = ?").pluck().get(projectId, uuid);
}

function findListed(
  { sql }: Pick<Db, "sql">,
  blocks: readonly number[],
  projectId: number,
  uuid: Buffer,
): number | undefined {
  const hash = hashUuid(uuid);
  const read = sql<Buffer>("SELECT data FROM uuid_pages WHERE place = ?").pluck();
  const isEvent = sql(
    `SELECT 1 FROM ${eventAt("@seq")} e WHERE e.project_id = @projectId AND ${uuidOf("e")} = @uuid`,
  ).pluck();
  for (const block of blocks) {
    const first = block * LISTED_EVENTS;
    const page = read.get(pageRow(block, pageOf(hash)));
    if (!isSound(page)) {
      // A damaged page costs about 0.1 s.
      const seq = sql<number>(
        `SELECT e.seq FROM ${eventsBetween("@first", "@last")} e WHERE e.project_id = @projectId AND ${uuidOf("e")} = @uuid`,
      )
        .pluck()
        .get({ first, last: first + LISTED_EVENTS - 1, projectId, uuid });
      if (seq !== undefined) return seq;
      continue;
    }
    for (const place of placesOf(page, hash)) {
      if (isEvent.get({ seq: first + place, projectId, uuid }) !== undefined) return first + place;
    }
  }
  return undefined;
}

/** The uuids of a log for a writer that asks for many, inside its transactions. */
export interface StoredUuids {
  has(projectId: number, uuid: Buffer): boolean;
  isEmpty(): boolean;
  /** Are there uuids outside of the index? */
  hasLists(): boolean;
  /** Is the uuid in a list? An insert asks the index itself. */
  isListed(projectId: number, uuid: Buffer): boolean;
}

const opened = new WeakMap<Db, StoredUuids>();

/** Keeps the filters of all blocks in memory, once asked and if there are lists. */
export function storedUuids(db: Db): StoredUuids {
  let stored = opened.get(db);
  if (stored === undefined) opened.set(db, (stored = createStoredUuids(db)));
  return stored;
}

function createStoredUuids(db: Db): StoredUuids {
  const filters = new UuidFilters();
  const known = new Map<number, number>();
  let isCurrent = false;
  db.onStale(() => (isCurrent = false));

  const refresh = () => {
    isCurrent = true;
    const blocks = db.sql<[number, number]>("SELECT block, last_seq FROM uuid_blocks ORDER BY block").raw(true).all();
    const filterOf = db.sql<Buffer>("SELECT data FROM uuid_pages WHERE place = ?").pluck();
    const read = (block: number) => filterOf.get(filterRow(block));
    filters.addNew(
      blocks.filter(([block]) => !known.has(block)).map(([block]) => block),
      read,
    );
    for (const [block, lastSeq] of blocks) {
      if (known.has(block) && known.get(block) !== lastSeq) filters.add(block, read(block));
      known.set(block, lastSeq);
    }
  };

  const isListed = (projectId: number, uuid: Buffer) => {
    if (!isCurrent) refresh();
    if (uuid.length !== 16) return false;
    const blocks = filters.find(hashUuid(uuid));
    return blocks.length > 0 && findListed(db, blocks, projectId, uuid) !== undefined;
  };
  return {
    isEmpty: () => !hasEventAfter(db, -1),
    hasLists() {
      if (!isCurrent) refresh();
      return known.size > 0;
    },
    isListed,
    has: (projectId, uuid) => isListed(projectId, uuid) || indexedSeq(db, projectId, uuid) !== undefined,
  };
}
