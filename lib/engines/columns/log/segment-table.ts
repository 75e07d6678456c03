import type { Db } from "../../../storage/index.ts";
import { columnChecksum, segmentChecksum } from "./checksum.ts";
import type { SegmentRow } from "./checksum.ts";
import { findHours, toHourBytes } from "./hours.ts";
import type { MadeSegment } from "./make-segment.ts";
import { packNumbers } from "./pack-numbers.ts";
import { BLOCK_SIZE } from "./segment.ts";
import type { CodedColumn, CoreColumns } from "./segment.ts";

export interface StoredRow extends SegmentRow {
  id: number;
  checksum: number;
}

/** The place of a segment: a project's part of a block. */
export interface BlockPlace {
  projectId: number;
  block: number;
}

/** Reads the row of a segment; undefined = none. */
export function readRow(db: Db, { projectId, block }: BlockPlace): StoredRow | undefined {
  return db
    .sql<StoredRow>(
      `SELECT id, project_id, block, rows, min_ms, max_ms, directory, wide_keys, columns, left_out, checksum
         FROM segments WHERE project_id = ? AND block = ?`,
    )
    .get(projectId, block);
}

/** Is the row as it was written? */
export function isIntact(row: StoredRow, { projectId, block }: BlockPlace): boolean {
  return row.project_id === projectId && row.block === block && segmentChecksum(row) === row.checksum;
}

/** A column in the form of its table. */
export interface StoredColumn {
  data: Buffer;
  dictionary: string | null;
}

/** Reads a column; undefined = none. */
export function readColumn(db: Db, segmentId: number, name: string): StoredColumn | undefined {
  return db
    .sql<StoredColumn>("SELECT data, dictionary FROM segment_columns WHERE segment_id = ? AND name = ?")
    .get(segmentId, name);
}

/** Stores a segment, within a transaction; nothing if another process was faster. */
export function insertSegment(db: Db, made: MadeSegment): void {
  const { range, segment, properties } = made;
  const { head, core, seqs } = segment;
  const columns = new Map<string, StoredColumn>([
    ["time", { data: packTimes(core.times), dictionary: null }],
    ["actor", { data: packNumbers(core.ids), dictionary: null }],
    ["seq", { data: toBytes(new Uint16Array(seqs)), dictionary: null }],
  ]);
  const hours = findHours(head, core.times);
  if (hours !== null) columns.set("hour", { data: toHourBytes(hours), dictionary: null });
  for (const [key, column] of properties.columns) columns.set(`p:${key}`, toStored(column));
  if (properties.elements !== null) columns.set("elements", toStored(properties.elements));
  const row: SegmentRow = {
    project_id: range.projectId,
    block: range.firstSeq / BLOCK_SIZE,
    rows: head.rows,
    min_ms: head.minMs,
    max_ms: head.maxMs,
    directory: JSON.stringify(head.runs.map(({ eventNameId, start, end }) => [eventNameId, start, end])),
    wide_keys: JSON.stringify([...properties.wideKeys]),
    columns: JSON.stringify(
      [...columns].map(([name, { data, dictionary }]) => [name, columnChecksum(data, dictionary)]),
    ),
    left_out: JSON.stringify(range.leftOut ?? []),
  };
  const id = db
    .sql(
      `INSERT INTO segments
         (project_id, block, rows, min_ms, max_ms, directory, wide_keys, columns, left_out, checksum)
       VALUES (@project_id, @block, @rows, @min_ms, @max_ms, @directory, @wide_keys, @columns, @left_out, @checksum) ON CONFLICT DO NOTHING RETURNING id`,
    )
    .pluck()
    .get({ ...row, checksum: segmentChecksum(row) });
  if (id === undefined) return;
  const insert = db.sql("INSERT INTO segment_columns (segment_id, name, data, dictionary) VALUES (?, ?, ?, ?)");
  for (const [name, { data, dictionary }] of columns) insert.run(id, name, data, dictionary);
}

function toStored({ codes, values }: CodedColumn): StoredColumn {
  // A column without values is stored without codes.
  const data = values.length > 1 ? packNumbers(codes) : Buffer.alloc(0);
  return { data, dictionary: JSON.stringify(values.slice(1)) };
}

function packTimes(times: CoreColumns["times"]): Buffer {
  return times instanceof Uint32Array ? packNumbers(times) : toBytes(times);
}

function toBytes({ buffer, byteOffset, byteLength }: NodeJS.ArrayBufferView): Buffer {
  return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
}
