import { write } from "../../storage/index.ts";
import type { Db } from "../../storage/index.ts";
import { collectProperties, readSegment } from "./read-log.ts";
import type { LogSegment, Properties, Stretch } from "./read-log.ts";
import { BLOCK_SIZE } from "./segment.ts";
import type { CodedColumn } from "./segment.ts";

/**
 * What is worth a column. A key with more values than this in a block (ids, free text) is read from the JSON when it is asked
 * for, and so are the keys after the first 250: disk and memory stay in proportion to the log, whatever clients send.
 */
const LIMITS = { maxKeys: 250, maxValues: 32_768, maxSize: 2 * 1024 * 1024 };

/** The blocks that one of several threads stores: those whose numbers leave the rest `place` when divided by `size`. */
export interface BlockShare {
  place: number;
  size: number;
}

const ALL: BlockShare = { place: 0, size: 1 };

/** Rows whose JSON is read in one go: about 10 ms on a slow machine. */
const SLICE_SIZE = 2048;

/**
 * Stores a full block of the log as a segment: that of one project, wholly or not at all.
 * @returns false = every full block has its segments
 */
export function projectBlock(db: Db): boolean {
  const steps = projectSteps(db);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/**
 * The same in small steps, between which other work may be done, events captured and deleted too: a block is full, so all
 * that can happen to it meanwhile is that rows go, and then it is left for the next time.
 */
export function* projectSteps(db: Db, share = ALL): Generator<void, boolean> {
  const stretch = findStretch(db, share);
  if (stretch === undefined) return false;
  const deletions = countDeletions(db);
  const segment = readSegment(db, stretch);
  yield;
  const collector = collectProperties(stretch, segment.seqs, LIMITS);
  for (let firstSeq = stretch.firstSeq; firstSeq <= stretch.lastSeq; firstSeq += SLICE_SIZE) {
    collector.read(db, { ...stretch, firstSeq, lastSeq: Math.min(stretch.lastSeq, firstSeq + SLICE_SIZE - 1) });
    yield;
  }
  const properties = collector.finish();
  write(db, () => {
    if (countDeletions(db) === deletions) storeSegment(db, stretch, segment, properties);
  });
  return true;
}

/** Drops every segment, to be made again from the log. */
export function dropSegments(db: Db): void {
  while (dropSegment(db));
}

/** Drops one segment: a transaction of milliseconds, where all of a large file would take seconds. @returns false = there is none */
export function dropSegment(db: Db): boolean {
  // The rest of its columns goes with it.
  const drop = db.sql("DELETE FROM segments WHERE id = (SELECT max(id) FROM segments)");
  return write(db, () => drop.run().changes > 0);
}

/** How many segments there are to be, and how many of them there are. */
export interface Stored {
  wanted: number;
  stored: number;
}

/** How far the columns are: a full block of each project has a segment each. */
export function countStored(db: Db): Stored {
  const lastSeq = Number(db.sql("SELECT max(seq) FROM events").pluck().get() ?? 0);
  const blocks = Math.floor(lastSeq / BLOCK_SIZE);
  const [projects, stored] = db
    .sql(
      `SELECT count(DISTINCT p.id), count(s.id) FROM projects p LEFT JOIN segments s ON s.project_id = p.id AND s.block < ?
        WHERE p.deleted_at IS NULL`,
    )
    .raw(true)
    .get(blocks) as [number, number];
  return { wanted: blocks * projects, stored };
}

function countDeletions(db: Db): unknown {
  return db.sql("SELECT deletions FROM log_changes WHERE id = 1").pluck().get();
}

/** A full block without a segment, the oldest of a project. */
function findStretch(db: Db, { place, size }: BlockShare): Stretch | undefined {
  const lastSeq = Number(db.sql("SELECT max(seq) FROM events").pluck().get() ?? 0);
  const openBlock = Math.floor(lastSeq / BLOCK_SIZE);
  if (openBlock === 0) return undefined;
  const projectIds = db.sql("SELECT id FROM projects WHERE deleted_at IS NULL").pluck().all() as number[];
  for (const projectId of projectIds) {
    const blocks = new Set(db.sql("SELECT block FROM segments WHERE project_id = ?").pluck().all(projectId));
    for (let block = 0; block < openBlock; block++) {
      if (block % size !== place || blocks.has(block)) continue;
      return { projectId, firstSeq: block * BLOCK_SIZE, lastSeq: (block + 1) * BLOCK_SIZE - 1 };
    }
  }
  return undefined;
}

function storeSegment(db: Db, stretch: Stretch, { head, core, seqs }: LogSegment, properties: Properties): void {
  const directory = head.runs.map(({ eventNameId, start, end }) => [eventNameId, start, end]);
  const id = db
    .sql(
      `INSERT INTO segments (project_id, block, rows, min_ms, max_ms, directory, wide_keys)
       VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING id`,
    )
    .pluck()
    .get(
      stretch.projectId,
      stretch.firstSeq / BLOCK_SIZE,
      head.rows,
      head.minMs,
      head.maxMs,
      JSON.stringify(directory),
      JSON.stringify([...properties.wideKeys]),
    );
  // Another process was faster.
  if (id === undefined) return;
  const insert = db.sql("INSERT INTO segment_columns (segment_id, name, data, dictionary) VALUES (?, ?, ?, ?)");
  insert.run(id, "time", toBytes(core.times), null);
  insert.run(id, "actor", toBytes(core.ids), null);
  insert.run(id, "seq", toBytes(seqs), null);
  const store = (name: string, { codes, values }: CodedColumn) => {
    // Where all are missing nothing is written but that.
    const data = values.length > 1 ? toBytes(codes) : Buffer.alloc(0);
    insert.run(id, name, data, JSON.stringify(values.slice(1)));
  };
  for (const [key, column] of properties.columns) store(`p:${key}`, column);
  if (properties.elements !== null) store("elements", properties.elements);
}

function toBytes({ buffer, byteOffset, byteLength }: NodeJS.ArrayBufferView): Buffer {
  return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
}
