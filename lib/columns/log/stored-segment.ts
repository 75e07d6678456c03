import type { Json } from "../../filters/index.ts";
import type { Db } from "../../storage/index.ts";
import { keepSegment } from "./keep-segment.ts";
import type { Memory } from "./keep-segment.ts";
import { nameOf } from "./log-segment.ts";
import { readElements, readProperty } from "./read-log.ts";
import type { Stretch } from "./read-log.ts";
import type { CodedColumn, Run } from "./segment.ts";
import type { Segment } from "./store.ts";

interface StoredSegment {
  id: number;
  rows: number;
  min_ms: number;
  max_ms: number;
  directory: string;
  wide_keys: string;
}

const MISSING: CodedColumn = { codes: new Uint8Array(0), values: [undefined] };

/** Opens the segment that is stored of a full block; undefined = there is none yet. */
export function openStoredSegment(db: Db, memory: Memory, stretch: Stretch, block: number): Segment | undefined {
  const stored = db
    .sql(`SELECT id, rows, min_ms, max_ms, directory, wide_keys FROM segments WHERE project_id = ? AND block = ?`)
    .get(stretch.projectId, block) as StoredSegment | undefined;
  if (stored === undefined) return undefined;
  const { id, rows, min_ms: minMs, max_ms: maxMs } = stored;
  const wideKeys = new Set(JSON.parse(stored.wide_keys) as string[]);
  const readSeqs = () => new Uint32Array(readBlob(db, id, "seq"));
  return keepSegment(memory, {
    projectId: stretch.projectId,
    firstSeq: stretch.firstSeq,
    // Another name than that of the same stretch read from the log.
    name: `${nameOf(stretch)} stored`,
    head: { rows, minMs, maxMs, runs: parseRuns(stored.directory) },
    times() {
      const times = readBlob(db, id, "time");
      return maxMs - minMs > 0xffff_ffff ? new Float64Array(times) : new Uint32Array(times);
    },
    ids: () => new Uint32Array(readBlob(db, id, "actor")),
    seqs: readSeqs,
    property(key) {
      if (wideKeys.has(key)) return readProperty(db, stretch, readSeqs(), key);
      return readCoded(db, { id, rows }, `p:${key}`) ?? MISSING;
    },
    keys: () => [...readKeys(db, stored), ...wideKeys],
    isWide: (key) => wideKeys.has(key),
    elements: () => readCoded(db, { id, rows }, "elements") ?? readElements(db, stretch, readSeqs()),
  });
}

/** Columns of properties are named `p:` and the key. */
function readKeys(db: Db, { id }: StoredSegment): string[] {
  const names = db
    .sql("SELECT name FROM segment_columns WHERE segment_id = ? AND substr(name, 1, 2) = 'p:'")
    .pluck()
    .all(id);
  return (names as string[]).map((name) => name.slice(2));
}

function parseRuns(directory: string): Run[] {
  const runs = JSON.parse(directory) as [number, number, number][];
  return runs.map(([eventNameId, start, end]) => ({ eventNameId, start, end }));
}

function readBlob(db: Db, segmentId: number, name: string): ArrayBuffer {
  const data = db
    .sql("SELECT data FROM segment_columns WHERE segment_id = ? AND name = ?")
    .pluck()
    .get(segmentId, name) as Buffer;
  return toArrayBuffer(data);
}

/** Its own buffer, or a copy: buffers of small blobs lie within others, at places that no typed array may begin at. */
function toArrayBuffer({ buffer, byteOffset, byteLength }: Buffer): ArrayBuffer {
  if (byteOffset === 0 && byteLength === buffer.byteLength) return buffer as ArrayBuffer;
  return buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
}

function readCoded(db: Db, { id, rows }: { id: number; rows: number }, name: string): CodedColumn | undefined {
  const row = db.sql("SELECT data, dictionary FROM segment_columns WHERE segment_id = ? AND name = ?").get(id, name) as
    | { data: Buffer; dictionary: string }
    | undefined;
  if (row === undefined) return undefined;
  if (row.data.byteLength === 0) return MISSING;
  const data = toArrayBuffer(row.data);
  const values: (Json | undefined)[] = [undefined];
  for (const value of JSON.parse(row.dictionary) as Json[]) values.push(value);
  const width = data.byteLength / rows;
  const codes = width === 1 ? new Uint8Array(data) : width === 2 ? new Uint16Array(data) : new Uint32Array(data);
  return { codes, values };
}
