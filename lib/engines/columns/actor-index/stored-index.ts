/**
 * An actor index in a file beside the database: numbers of distinct ids, event names and rows, and times. Derived, and
 * may be removed at any time. A new process asks at once instead of building it, and a log that is too large for the
 * memory has it too: each batch of actors is read from the file. Where there is room, its rows
 * are read into memory between questions.
 *
 * The file: a head of 32 bytes, chunks of rows, a directory. A chunk has the rows of neighbouring stretches: `lows`,
 * `places`, `tags`. Each chunk and the directory have a checksum. Numbers are little-endian.
 */
import { closeSync, existsSync, fstatSync, openSync, readdirSync, readSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { crc32 } from "node:zlib";
import type { Db } from "../../../storage/index.ts";
import type { Segment } from "../log/segment.ts";
import { IN_MEMORY, INTACT } from "./actor-index.ts";
import type { ActorIndex, IndexColumns, StoredRows } from "./actor-index.ts";
import { openColumns } from "./build-index.ts";

/** Chunks that are read into memory, or written, in a step of about 1 ms. */
export const STEP_CHUNKS = 16;

/** Where an actor index is stored, and how. */
export interface IndexPlace {
  path: string;
  /** Rows from which a chunk ends. */
  chunkRows: number;
}

/** The directory without its columns. */
export interface StoredHead {
  /** Names the content of the segments (`contentOf`). */
  content: string;
  segmentCount: number;
  nameIds: number[];
  tagBits: number;
  tagBytes: number;
  minMs: number;
  maxMs: number;
}

/** The file is gone, replaced or damaged: ask without it. */
export class StoredIndexLost extends Error {
  override name = "StoredIndexLost";
  /** Must the file go? */
  readonly isDamaged: boolean;

  constructor(isDamaged = true) {
    super("The file of an actor index is lost.");
    this.isDamaged = isDamaged;
  }
}

export const HEAD_BYTES = 32;

/** The first bytes of the file; the number is that of the form. */
export const MARK = Buffer.from("hogletA1");

export type Chunk = Pick<IndexColumns, "lows" | "places" | "tags">;

export function storedPath(file: string, projectId: number): string {
  return `${file}-actors-${projectId}`;
}

export function widthOf(tagBytes: number): number {
  return 2 * Uint32Array.BYTES_PER_ELEMENT + tagBytes;
}

/**
 * Names the content of a project's first segments, by their checksums; null = not all of them are stored. Segments of
 * equal content are equal to the row.
 */
export function contentOf(db: Db, projectId: number, segments: readonly Segment[]): string | null {
  const last = segments.at(-1);
  if (last === undefined) return null;
  const rows = db
    .sql<[number, number]>(
      "SELECT block, checksum FROM segments WHERE project_id = ? AND rows > 0 AND block <= (? >> 16) ORDER BY block",
    )
    .raw(true)
    .all(projectId, last.firstSeq);
  return rows.length === segments.length ? `${rows.length} ${crc32(JSON.stringify(rows))}` : null;
}

/**
 * Opens the actor index that is stored for a project: its columns stay in the file.
 * @param contentOfFirst names the content of so many segments, as it is now; null = there are fewer
 * @param keepsRows may so many rows be kept in memory?
 * @returns null = there is none, or it is of other segments
 */
export function openStored(
  path: string,
  contentOfFirst: (count: number) => string | null,
  keepsRows: (rows: number) => boolean,
): ActorIndex | null {
  const read = readDirectory(path);
  if (read === null) return null;
  const { head, ids, offsets, firsts, sums, sum } = read;
  const rows = offsets.at(-1)!;
  if (contentOfFirst(head.segmentCount) !== head.content) {
    removeFile(path);
    return null;
  }
  const columns = openRoom(() => openColumns({ rows, idCount: ids.length, isNarrow: head.tagBytes === 2 }));
  if (columns === null) return null;
  columns.ids.set(ids);
  columns.offsets.set(offsets);
  const { nameIds, segmentCount, tagBits, minMs, maxMs } = head;
  const states = new Uint8Array(new SharedArrayBuffer(sums.length));
  const stored = { path, sum, firsts, sums, keepsRows: keepsRows(rows), states };
  return { ...columns, nameIds, segmentCount, tagBits, minMs, maxMs, tail: null, stored };
}

/** The beginning of the last part of the name of an unfinished file; its process and a random text follow. */
export const DRAFT = ".new-";

/** The names beside a database that are those of actor indexes: `-actors-`, project, and that of an unfinished one. */
const NAME = /^-actors-(\d+)(?:\.new-(\d+)-\w+)?$/;

/**
 * Removes the actor indexes of all projects beside a database, with unfinished ones.
 * @throws Error of the file system
 */
export function removeStored(file: string): void {
  for (const { path } of listStored(file)) rmSync(path, { force: true });
}

/** Removes the files that this process, or one that runs no longer, has not finished. */
export function removeDrafts(file: string): void {
  for (const { path, pid } of listStored(file)) {
    if (pid !== null && (pid === process.pid || !isRunning(pid))) removeFile(path);
  }
}

function listStored(file: string): { path: string; pid: number | null }[] {
  const folder = dirname(file);
  return (existsSync(folder) ? readdirSync(folder) : []).flatMap((name) => {
    const found = name.startsWith(basename(file)) ? NAME.exec(name.slice(basename(file).length)) : null;
    if (found === null) return [];
    return [{ path: join(folder, name), pid: found[2] === undefined ? null : Number(found[2]) }];
  });
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

interface Directory {
  head: StoredHead;
  ids: Uint32Array;
  offsets: Uint32Array;
  firsts: Uint32Array;
  sums: Uint32Array;
  sum: number;
}

/** Null = so much memory cannot be reserved. */
function openRoom<T>(open: () => T): T | null {
  try {
    return open();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Removes a file that nobody can use; where the system refuses, it is found useless again. */
export function removeFile(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Derived: nothing depends on it.
  }
}

/** Null = there is no file, or it is damaged; a damaged one is removed. */
function readDirectory(path: string): Directory | null {
  let fd: number;
  try {
    fd = openSync(path, "r");
  } catch {
    return null;
  }
  try {
    return parseDirectory(fd);
  } catch {
    removeFile(path);
    return null;
  } finally {
    closeSync(fd);
  }
}

/** @throws Error when the directory is damaged */
function parseDirectory(fd: number): Directory {
  const start = readBytes(fd, Buffer.alloc(HEAD_BYTES), 0);
  const [at, length] = [start.readDoubleLE(16), start.readDoubleLE(24)];
  const isForm = start.subarray(0, MARK.length).equals(MARK);
  // Before so many bytes are taken.
  if (!isForm || at + length !== fstatSync(fd).size || !(at >= HEAD_BYTES)) throw new StoredIndexLost();
  const bytes = readBytes(fd, Buffer.from(new ArrayBuffer(length)), at);
  const sum = crc32(bytes, crc32(start.subarray(16)));
  if (sum !== start.readUInt32LE(8)) throw new StoredIndexLost();
  const words = new Uint32Array(bytes.buffer, 0, Math.floor(length / 4));
  const [idCount, chunkCount] = [words[0]!, words[1]!];
  let end = 2;
  const take = (count: number) => words.subarray(end, (end += count));
  const [ids, offsets, firsts, sums] = [take(idCount), take(idCount + 1), take(chunkCount + 1), take(chunkCount)];
  const head = JSON.parse(bytes.toString("utf8", end * 4)) as StoredHead;
  return { head, ids, offsets, firsts: firsts.slice(), sums: sums.slice(), sum };
}

function readBytes(fd: number, into: Buffer, position: number): Buffer {
  let count = 0;
  try {
    count = readSync(fd, into, 0, into.length, position);
  } catch {
    // A fault of the disk.
  }
  if (count !== into.length) throw new StoredIndexLost();
  return into;
}

/** Chunks that a reader keeps: actors with several ids have rows in several chunks, most of them near each other. */
const KEPT_CHUNKS = 16;

/** Are all rows of an actor index in memory? */
export function isInMemory({ stored }: ActorIndex): boolean {
  return stored === null || stored.states.every((state) => state === IN_MEMORY);
}

/** Reads the chunks of a stored index. */
export class ChunkReader {
  readonly #fd: number;
  readonly #stored: StoredRows;
  readonly #actorIndex: ActorIndex;
  /** The last chunks that were read, by number. */
  readonly #last = new Map<number, { bytes: Buffer<ArrayBuffer>; chunk: Chunk }>();

  /** @throws StoredIndexLost */
  constructor(stored: StoredRows, actorIndex: ActorIndex) {
    this.#stored = stored;
    this.#actorIndex = actorIndex;
    try {
      this.#fd = openSync(stored.path, "r");
    } catch {
      throw new StoredIndexLost(false);
    }
    try {
      const isSame = readBytes(this.#fd, Buffer.alloc(HEAD_BYTES), 0).readUInt32LE(8) === stored.sum;
      if (!isSame) throw new StoredIndexLost(false);
    } catch (error) {
      closeSync(this.#fd);
      throw error;
    }
  }

  /** A chunk, valid until `KEPT_CHUNKS` others are read. @throws StoredIndexLost */
  read(number: number): Chunk {
    const { firsts, sums, states } = this.#stored;
    const state = Atomics.load(states, number);
    if (state === IN_MEMORY) return this.#inMemory(number);
    const last = this.#last.get(number);
    if (last !== undefined) return last.chunk;
    const { offsets, tags } = this.#actorIndex;
    const from = offsets[firsts[number]!]!;
    const rows = offsets[firsts[number + 1]!]! - from;
    const width = widthOf(tags.BYTES_PER_ELEMENT);
    const bytes = this.#take(rows * width);
    const used = readBytes(this.#fd, bytes.subarray(0, rows * width), HEAD_BYTES + from * width);
    if (state !== INTACT && crc32(used) !== sums[number]) throw new StoredIndexLost();
    Atomics.compareExchange(states, number, 0, INTACT);
    const chunk = layOutChunk(bytes.buffer, rows, tags.BYTES_PER_ELEMENT);
    this.#last.set(number, { bytes, chunk });
    return chunk;
  }

  /** Copies a chunk into the columns of the index. @throws StoredIndexLost */
  keep(number: number): void {
    const { lows, places, tags } = this.read(number);
    const columns = this.#inMemory(number);
    columns.lows.set(lows);
    columns.places.set(places);
    columns.tags.set(tags);
    Atomics.store(this.#stored.states, number, IN_MEMORY);
  }

  #inMemory(number: number): Chunk {
    const { offsets, lows, places, tags } = this.#actorIndex;
    const from = offsets[this.#stored.firsts[number]!]!;
    const until = offsets[this.#stored.firsts[number + 1]!]!;
    return {
      lows: lows.subarray(from, until),
      places: places.subarray(from, until),
      tags: tags.subarray(from, until),
    };
  }

  /** Bytes of the chunk that was read first, if they are enough. */
  #take(length: number): Buffer<ArrayBuffer> {
    const [oldest] = this.#last;
    if (oldest === undefined || this.#last.size < KEPT_CHUNKS) return Buffer.from(new ArrayBuffer(length));
    this.#last.delete(oldest[0]);
    const { bytes } = oldest[1];
    return bytes.length >= length ? bytes : Buffer.from(new ArrayBuffer(length));
  }

  close(): void {
    closeSync(this.#fd);
  }
}

/** Reads the rows of a stored index into memory, in steps of about 1 ms. A damaged chunk is left to the next question. */
export function* keepSteps(actorIndex: ActorIndex, stored: StoredRows): Generator<void, null> {
  let chunks: ChunkReader | undefined;
  try {
    chunks = new ChunkReader(stored, actorIndex);
    for (const number of stored.states.keys()) {
      if (stored.states[number] !== IN_MEMORY) chunks.keep(number);
      if (number % STEP_CHUNKS === 0) yield;
    }
  } catch (error) {
    if (!(error instanceof StoredIndexLost)) throw error;
  } finally {
    chunks?.close();
  }
  return null;
}

/** The columns of a chunk in its bytes. */
export function layOutChunk(buffer: ArrayBuffer, rows: number, tagBytes: number): Chunk {
  const Tags = tagBytes === 2 ? Uint16Array : Uint32Array;
  return {
    lows: new Uint32Array(buffer, 0, rows),
    places: new Uint32Array(buffer, rows * 4, rows),
    tags: new Tags(buffer, rows * 8, rows),
  };
}
