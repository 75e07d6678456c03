import type { Json } from "../filters/index.ts";
import type { Db } from "../storage/index.ts";
import { Cache } from "./cache.ts";
import { readProperties, readProperty, readSegment } from "./read-log.ts";
import type { LogSegment, Properties, Stretch } from "./read-log.ts";
import { BLOCK_SIZE } from "./segment.ts";
import type { CoreColumns, PropertyColumn, Run, SegmentHead } from "./segment.ts";

/** Rows at the end of the log that become segments in memory, so that a new event costs reading few rows again. */
const TAIL_SIZE = 8192;

/** A segment whose columns are read when they are asked for. */
export interface Segment extends SegmentHead {
  core(): CoreColumns;
  property(key: string): PropertyColumn;
}

/** Every event of a project, in segments in the order of arrival. Call it within the transaction of the question. */
export interface SegmentStore {
  segments(projectId: number): Segment[];
}

/** Opens the segments of a database. @param budgetBytes memory for what was read; default 256 MB */
export function createStore(db: Db, budgetBytes = 256 * 1024 * 1024): SegmentStore {
  const cache = new Cache(budgetBytes);
  const projects = new Map<number, Known>();
  let seenDeletions = -1;

  const forgetDeleted = () => {
    const deletions = Number(db.sql("SELECT deletions FROM log_changes WHERE id = 1").pluck().get());
    if (deletions === seenDeletions) return;
    seenDeletions = deletions;
    cache.clear();
    projects.clear();
  };

  return {
    segments(projectId) {
      forgetDeleted();
      const known = projects.get(projectId) ?? { blocks: [], tail: new Map<number, Segment>() };
      projects.set(projectId, known);
      const lastSeq = Number(db.sql("SELECT max(seq) FROM events").pluck().get() ?? 0);
      const openBlock = Math.floor(lastSeq / BLOCK_SIZE);
      while (known.blocks.length < openBlock) {
        known.blocks.push(openBlockSegment(db, cache, projectId, known.blocks.length));
        // What was the tail is in a block now.
        known.tail.clear();
      }
      return [...known.blocks, ...tailSegments(db, cache, known.tail, projectId, lastSeq)].filter(
        ({ rows }) => rows > 0,
      );
    },
  };
}

interface Known {
  /** By number: each holds the events of a full block, which can only be deleted. */
  blocks: Segment[];
  /** The full ones of the small segments after them, by their first `seq`. */
  tail: Map<number, Segment>;
}

/** The block that is being filled, in small segments. */
function tailSegments(
  db: Db,
  cache: Cache,
  known: Map<number, Segment>,
  projectId: number,
  lastSeq: number,
): Segment[] {
  const list: Segment[] = [];
  const tailSeq = Math.floor(lastSeq / BLOCK_SIZE) * BLOCK_SIZE;
  for (let firstSeq = tailSeq; firstSeq <= lastSeq; firstSeq += TAIL_SIZE) {
    const endSeq = firstSeq + TAIL_SIZE - 1;
    const stretch = { projectId, firstSeq, lastSeq: Math.min(lastSeq, endSeq) };
    const segment = known.get(firstSeq) ?? openLogSegment(db, cache, stretch);
    if (endSeq <= lastSeq) known.set(firstSeq, segment);
    list.push(segment);
  }
  return list;
}

function sizeOfCore({ times, ids }: CoreColumns): number {
  return times.byteLength + ids.byteLength;
}

/** Values are objects of the engine: about 60 bytes each beside the codes. */
function sizeOfColumn({ codes, values }: PropertyColumn): number {
  return codes.byteLength + values.length * 60;
}

function sizeOfLogged({ core, seqs }: LogSegment): number {
  return sizeOfCore(core) + seqs.byteLength;
}

function sizeOfAll({ columns }: Properties): number {
  return [...columns.values()].reduce((sum, column) => sum + sizeOfColumn(column), 0);
}

/** Where a stretch of the log is kept in memory; its end tells a growing one apart. */
function nameOf({ projectId, firstSeq, lastSeq }: Stretch): string {
  return `${projectId}:${firstSeq}:${lastSeq}`;
}

/** Beyond this a property of a segment in memory is read for itself when it is asked for. */
const MEMORY_LIMITS = { maxKeys: 200, maxValues: 20_000, maxSize: 1024 * 1024 };

/** A segment that is made from the log whenever it is not in memory. */
function openLogSegment(db: Db, cache: Cache, stretch: Stretch): Segment {
  const name = nameOf(stretch);
  const read = () => cache.get(name, () => readSegment(db, stretch), sizeOfLogged);
  // Most of the cost is parsing, so that all keys together cost little more than one.
  const readAll = () => cache.get(`${name}:`, () => readProperties(db, stretch, read().seqs, MEMORY_LIMITS), sizeOfAll);
  const { head } = read();
  const missing: PropertyColumn = { codes: new Uint8Array(head.rows), values: [undefined] };
  return {
    ...head,
    core: () => read().core,
    property(key) {
      const { columns, wideKeys } = readAll();
      if (!wideKeys.has(key)) return columns.get(key) ?? missing;
      return cache.get(`${name}:${key}`, () => readProperty(db, stretch, read().seqs, key), sizeOfColumn);
    },
  };
}

interface StoredSegment {
  id: number;
  rows: number;
  min_ms: number;
  max_ms: number;
  directory: string;
  wide_keys: string;
}

/** A full block: from its stored columns, or from the log while it has none. */
function openBlockSegment(db: Db, cache: Cache, projectId: number, block: number): Segment {
  const firstSeq = block * BLOCK_SIZE;
  const stretch = { projectId, firstSeq, lastSeq: firstSeq + BLOCK_SIZE - 1 };
  const stored = db
    .sql(`SELECT id, rows, min_ms, max_ms, directory, wide_keys FROM segments WHERE project_id = ? AND block = ?`)
    .get(projectId, block) as StoredSegment | undefined;
  if (stored === undefined) return openLogSegment(db, cache, stretch);
  const name = nameOf(stretch);
  const runs = (JSON.parse(stored.directory) as [number, number, number][]).map(([eventNameId, start, end]): Run => ({
    eventNameId,
    start,
    end,
  }));
  const head = { rows: stored.rows, minMs: stored.min_ms, maxMs: stored.max_ms, runs };
  const wideKeys = new Set(JSON.parse(stored.wide_keys) as string[]);
  const readCore = (): CoreColumns => {
    const times = readBlob(db, stored.id, "time");
    const isWide = head.maxMs - head.minMs > 0xffff_ffff;
    return {
      times: isWide ? new Float64Array(times) : new Uint32Array(times),
      ids: new Uint32Array(readBlob(db, stored.id, "actor")),
    };
  };
  const readColumn = (key: string): PropertyColumn => {
    if (!wideKeys.has(key)) return readStored(db, stored, key);
    return readProperty(db, stretch, new Uint32Array(readBlob(db, stored.id, "seq")), key);
  };
  return {
    ...head,
    core: () => cache.get(name, readCore, sizeOfCore),
    property: (key) => cache.get(`${name}:${key}`, () => readColumn(key), sizeOfColumn),
  };
}

/** A copy of its own: buffers of small blobs lie within others, at places that no typed array may begin at. */
function readBlob(db: Db, segmentId: number, name: string): ArrayBuffer {
  const data = db
    .sql("SELECT data FROM segment_columns WHERE segment_id = ? AND name = ?")
    .pluck()
    .get(segmentId, name) as Buffer;
  return toArrayBuffer(data);
}

function toArrayBuffer(data: Buffer): ArrayBuffer {
  const copy = new ArrayBuffer(data.byteLength);
  new Uint8Array(copy).set(data);
  return copy;
}

function readStored(db: Db, { id, rows }: StoredSegment, key: string): PropertyColumn {
  const row = db
    .sql("SELECT data, dictionary FROM segment_columns WHERE segment_id = ? AND name = ?")
    .get(id, `p:${key}`) as { data: Buffer; dictionary: string } | undefined;
  if (row === undefined) return { codes: new Uint8Array(rows), values: [undefined] };
  const data = toArrayBuffer(row.data);
  const values: (Json | undefined)[] = [undefined];
  for (const value of JSON.parse(row.dictionary) as Json[]) values.push(value);
  const width = data.byteLength / rows;
  const codes = width === 1 ? new Uint8Array(data) : width === 2 ? new Uint16Array(data) : new Uint32Array(data);
  return { codes, values };
}
