import { countDeletions, newestSeq } from "../../../log/index.ts";
import type { Db } from "../../../storage/index.ts";
import { Cache } from "./cache.ts";
import { SharedValues } from "./shared-values.ts";
import type { Damage, Memory } from "./keep-segment.ts";
import { openLogSegment } from "./log-segment.ts";
import { BLOCK_SIZE } from "./segment.ts";
import type { Segment } from "./segment.ts";
import { Arena } from "./arena.ts";
import { ActorIndexes } from "../actor-index/actor-indexes.ts";
import type { Storing } from "../actor-index/actor-indexes.ts";
import { openStoredSegment } from "./stored-segment.ts";
import { sessionIds } from "../entities/entity-ids.ts";
import type { EntityIds } from "../entities/entity-ids.ts";

/**
 * Rows at the end of the log that form small segments in memory, so that a new event costs reading few rows again.
 * Larger segments cost more rows.
 */
const TAIL_SIZE = 8192;

/** All events of a project, in segments in the order of arrival. Call it within the question's transaction. */
export interface SegmentStore {
  /** @param share one thread's segments, taken in turns. @default all */
  segments(projectId: number, share?: SegmentShare): Segment[];
  /**
   * The events after this `seq`, in small segments that are not kept; meant for few, since they are read from the log.
   */
  newSegments(projectId: number, afterSeq: number): Segment[];
  /** Numbers of a project's sessions; stable while there are few enough to keep. */
  sessions(projectId: number): EntityIds;
  /** Tells the property keys of the next question: of the unfinished block it reads no others. */
  expect(keys: ReadonlySet<string>): void;
  arena: Arena;
  actorIndexes: ActorIndexes;
  /** The cached columns and derived data. */
  cache: Cache;
  /** The number of segments with full blocks, which come first: these change only by deletion. */
  fullCount(projectId: number): number;
}

/** One of `size` threads takes every `size`th segment; the rest are not opened. */
export interface SegmentShare {
  rank: number;
  size: number;
}

const ALL: SegmentShare = { rank: 0, size: 1 };

/** Sessions whose numbers are kept between questions, about 100 bytes each. A higher number costs memory. */
const MAX_SESSIONS = 500_000;

/** Default memory for columns, in bytes. */
const BUDGET_BYTES = 256 * 1024 * 1024;

export interface StoreOptions {
  /** Memory for columns in bytes. @default 256 MB */
  budgetBytes?: number | undefined;
  /** Called whenever a column is read. @default nothing */
  checkpoint?: (() => void) | undefined;
  /** Called for damaged stored columns; the log answers instead. @default nothing */
  onDamage?: ((damage: Damage) => void) | undefined;
  /** Are actor indexes built only between questions? @default false */
  isIndexDeferred?: boolean | undefined;
  /** How actor indexes are stored, for tests. */
  storing?: Storing | undefined;
}

export function createStore(
  db: Db,
  { budgetBytes = BUDGET_BYTES, checkpoint, onDamage, isIndexDeferred, storing }: StoreOptions = {},
): SegmentStore {
  const cache = new Cache(budgetBytes, checkpoint);
  const memory: Memory = { cache, shared: new SharedValues(), expectedKeys: new Set(), onDamage };
  const projects = new Map<number, Known>();
  let seenDeletions = -1;
  let sessions: { projectId: number; entityIds: EntityIds } | undefined;

  const forgetDeleted = () => {
    const deletions = countDeletions(db);
    if (deletions === seenDeletions) return;
    seenDeletions = deletions;
    memory.cache.clear();
    memory.shared.clear();
    sessions = undefined;
    projects.clear();
  };

  return {
    expect(keys) {
      memory.expectedKeys = keys;
      cache.begin();
    },
    arena: new Arena(memory.cache),
    actorIndexes: new ActorIndexes(db, memory.cache, { isDeferred: isIndexDeferred, storing }),
    cache: memory.cache,
    fullCount: (projectId) => (projects.get(projectId)?.blocks ?? []).filter((block) => isFilled(block)).length,
    sessions(projectId) {
      const isKept = sessions?.projectId === projectId && sessions.entityIds.limit() <= MAX_SESSIONS;
      if (sessions === undefined || !isKept) sessions = { projectId, entityIds: sessionIds() };
      return sessions.entityIds;
    },
    newSegments(projectId, afterSeq) {
      const until = newestSeq(db);
      const list: Segment[] = [];
      for (let firstSeq = afterSeq + 1; firstSeq <= until; firstSeq += TAIL_SIZE) {
        const lastSeq = Math.min(until, firstSeq + TAIL_SIZE - 1);
        list.push(openLogSegment(db, memory, { projectId, firstSeq, lastSeq }));
      }
      return list.filter(isFilled);
    },
    segments(projectId, share = ALL) {
      forgetDeleted();
      const isOwn = (position: number) => position % share.size === share.rank;
      const known = projects.get(projectId) ?? {
        blockCount: 0,
        blocks: [],
        logged: new Set<number>(),
        tail: new Map<number, Segment>(),
        growing: null,
      };
      projects.set(projectId, known);
      const lastSeq = newestSeq(db);
      const blockCount = Math.floor(lastSeq / BLOCK_SIZE);
      for (const block of known.logged) if (isOwn(block)) openBlock(db, memory, known, { projectId, block });
      for (let block = 0; block < blockCount; block++) {
        if (isOwn(block) && known.blocks[block] === undefined) openBlock(db, memory, known, { projectId, block });
      }
      if (known.blockCount < blockCount) {
        // The old tail is in a full block now.
        for (const segment of known.tail.values()) segment.forget();
        known.tail.clear();
        known.blockCount = blockCount;
      }
      const blocks = known.blocks.filter((_, block) => isOwn(block));
      return [...blocks, ...tailSegments(db, memory, known, { projectId, lastSeq, isOwn })].filter(isFilled);
    },
  };
}

function isFilled(segment: Segment | undefined): segment is Segment {
  return segment !== undefined && segment.rows > 0;
}

interface Known {
  /** Full blocks at the last question. */
  blockCount: number;
  /** The segments of full blocks; undefined = no question asked for it. */
  blocks: (Segment | undefined)[];
  /** Blocks that were not stored when they were opened. */
  logged: Set<number>;
  /** Full small segments after the blocks, by first `seq`. */
  tail: Map<number, Segment>;
  /** The last small segment, and its end at the last question; null = none. */
  growing: { lastSeq: number; segment: Segment } | null;
}

/** The unfinished block, in small segments. */
function tailSegments(
  db: Db,
  memory: Memory,
  known: Known,
  { projectId, lastSeq, isOwn }: { projectId: number; lastSeq: number; isOwn: (position: number) => boolean },
): Segment[] {
  // Columns of the growing segment are out of date, and would push others out of the memory.
  if (known.growing !== null && known.growing.lastSeq !== lastSeq) {
    known.growing.segment.forget();
    known.growing = null;
  }
  const list: Segment[] = [];
  const blockCount = Math.floor(lastSeq / BLOCK_SIZE);
  const tailSeq = blockCount * BLOCK_SIZE;
  for (let firstSeq = tailSeq; firstSeq <= lastSeq; firstSeq += TAIL_SIZE) {
    if (!isOwn(blockCount + (firstSeq - tailSeq) / TAIL_SIZE)) continue;
    const endSeq = firstSeq + TAIL_SIZE - 1;
    const range = { projectId, firstSeq, lastSeq: Math.min(lastSeq, endSeq) };
    const isFull = endSeq <= lastSeq;
    const segment = (isFull ? known.tail.get(firstSeq) : known.growing?.segment) ?? openLogSegment(db, memory, range);
    if (isFull) known.tail.set(firstSeq, segment);
    else known.growing = { lastSeq, segment };
    list.push(segment);
  }
  return list;
}

/** Opens a full block from its stored columns, or from the log. */
function openBlock(
  db: Db,
  memory: Memory,
  known: Known,
  { projectId, block }: { projectId: number; block: number },
): void {
  const firstSeq = block * BLOCK_SIZE;
  const range = { projectId, firstSeq, lastSeq: firstSeq + BLOCK_SIZE - 1 };
  const stored = openStoredSegment(db, memory, range, block);
  if (stored !== undefined) {
    // The block was read from the log until now.
    known.blocks[block]?.forget();
    known.logged.delete(block);
    known.blocks[block] = stored;
  } else if (!known.logged.has(block)) {
    // Throws for a damaged event: the next question then opens the block again.
    known.blocks[block] = openLogSegment(db, memory, range);
    known.logged.add(block);
  }
}
