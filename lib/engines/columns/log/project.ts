import type { LogRange } from "../../../log/index.ts";
import { countDeletions, newestSeq, setNewestSeq } from "../../../log/index.ts";
import { toStorageError, tryWrite, write, writeNow } from "../../../storage/index.ts";
import type { Db } from "../../../storage/index.ts";
import { makeSegment } from "./make-segment.ts";
import type { Step } from "./make-segment.ts";
import { BLOCK_SIZE } from "./segment.ts";
import { insertSegment } from "./segment-table.ts";
import type { BlockPlace } from "./segment-table.ts";

/** One thread stores the blocks whose number modulo `size` is `place`. */
export interface BlockShare {
  place: number;
  size: number;
}

const ALL: BlockShare = { place: 0, size: 1 };

/**
 * Stores a full block of one project as a segment, whole or not at all.
 * @returns false = every full block has its segments
 */
export function projectBlock(db: Db, unreadable?: Unreadable): boolean {
  const steps = projectSteps(db, { unreadable });
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/** Blocks with an unreadable event; tried again only after a deletion, which is the way to repair them. */
export type Unreadable = Set<string>;

export interface Choice {
  /** @default all blocks */
  share?: BlockShare | undefined;
  /** Blocks to leave out; unreadable blocks are added. Keep it for the next call. @default none */
  unreadable?: Unreadable | undefined;
}

/**
 * Stores a block in small steps, between which captures and deletions may run: a full block can only lose rows, and is
 * then left for the next time.
 * @throws corrupt naming an unreadable event; the next call continues with other blocks
 */
export function* projectSteps(db: Db, choice: Choice = {}): Generator<Step, boolean> {
  const { share = ALL, unreadable = new Set() } = choice;
  const range = findRange(db, share, unreadable);
  if (range === undefined) return false;
  try {
    const made = yield* makeSegment(db, range);
    const store = () => {
      if (countDeletions(db) !== made.deletions) return;
      insertSegment(db, made);
    };
    while (!tryWrite(db, store)) yield "busy";
  } catch (error) {
    if (toStorageError(error).code === "storage_corrupt") unreadable.add(toRangeKey(db, range));
    throw error;
  }
  return true;
}

/**
 * Events of the unfinished block from which `endBlock` ends it. A lower number makes more segments, which short
 * questions pay for.
 */
const LEAST_ENDED = BLOCK_SIZE / 4;

/**
 * Ends the unfinished block after many events came at once, as in an import: it gets columns like those before, and the log goes on in the
 * next block. Else each first question of a process makes its columns from the log, about 0.1 s for a property of 40,000 events.
 */
export async function endBlock(db: Db): Promise<void> {
  await write(db, () => {
    const newest = newestSeq(db);
    if (newest % BLOCK_SIZE < LEAST_ENDED) return;
    setNewestSeq(db, (countFull(db) + 1) * BLOCK_SIZE);
    // The log of events caches its newest place.
    db.invalidate();
  });
}

/** Drops every segment; all are made from the log again. */
export function dropSegments(db: Db): void {
  // Segments own their columns, which are deleted too.
  const drop = db.sql("DELETE FROM segments WHERE id = (SELECT max(id) FROM segments)");
  while (writeNow(db, () => drop.run().changes > 0));
}

/** Full blocks, and those with a segment. */
export interface Stored {
  wanted: number;
  stored: number;
}

/** Each full block of each project wants one segment. */
export function countStored(db: Db): Stored {
  const blocks = countFull(db);
  const [projects, stored] = db
    .sql(
      `SELECT count(DISTINCT p.id), count(s.id) FROM projects p LEFT JOIN segments s ON s.project_id = p.id AND s.block < ?
        WHERE p.deleted_at IS NULL`,
    )
    .raw(true)
    .get(blocks) as [number, number];
  return { wanted: blocks * projects, stored };
}

/** Every full block of each project. */
export function listBlocks(db: Db): BlockPlace[] {
  const blocks = countFull(db);
  return listProjects(db).flatMap((projectId) => Array.from({ length: blocks }, (_, block) => ({ projectId, block })));
}

export function toLogRange({ projectId, block }: BlockPlace): LogRange {
  return { projectId, firstSeq: block * BLOCK_SIZE, lastSeq: (block + 1) * BLOCK_SIZE - 1 };
}

/** Is this a full block of an existing project? */
export function isBlock(db: Db, { projectId, block }: BlockPlace): boolean {
  const isThere = db.sql("SELECT 1 FROM projects WHERE id = ? AND deleted_at IS NULL").get(projectId) !== undefined;
  return isThere && block < countFull(db);
}

/** -1 = no block is full. */
export function lastFullSeq(db: Db): number {
  return countFull(db) * BLOCK_SIZE - 1;
}

export function countBlocks(lastSeq: number): number {
  return Math.floor((lastSeq + 1) / BLOCK_SIZE);
}

/** The last `seq` of the block after this `seq`. */
export function nextBlockEnd(seq: number): number {
  return (Math.floor((seq + 1) / BLOCK_SIZE) + 1) * BLOCK_SIZE - 1;
}

function countFull(db: Db): number {
  return Math.floor(newestSeq(db) / BLOCK_SIZE);
}

function listProjects(db: Db): number[] {
  return db.sql<number>("SELECT id FROM projects WHERE deleted_at IS NULL").pluck().all();
}

/** The oldest full block of a project without a segment. */
function findRange(db: Db, { place, size }: BlockShare, unreadable: Unreadable): LogRange | undefined {
  const done = db.sql("SELECT block FROM segments WHERE project_id = ?").pluck();
  const openBlock = countFull(db);
  if (openBlock === 0) return undefined;
  for (const projectId of listProjects(db)) {
    const blocks = new Set(done.all(projectId));
    for (let block = 0; block < openBlock; block++) {
      if (block % size !== place || blocks.has(block)) continue;
      const range = toLogRange({ projectId, block });
      if (!unreadable.has(toRangeKey(db, range))) return range;
    }
  }
  return undefined;
}

function toRangeKey(db: Db, { projectId, firstSeq }: LogRange): string {
  return `${projectId}:${firstSeq}:${String(countDeletions(db))}`;
}
