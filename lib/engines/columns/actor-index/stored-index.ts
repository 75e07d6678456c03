/**
 * An actor index in a file beside the database: numbers of distinct ids, event names and rows, and times. Derived, and
 * may be removed at any time. A new process asks at once instead of building it, and a log that is too large for the
 * memory has it too: each batch of actors is read from the file.
 *
 * The file: a head of 32 bytes, chunks of rows, a directory. A chunk has the rows of neighbouring stretches: `lows`,
 * `places`, `tags`. Each chunk and the directory have a checksum. Numbers are little-endian.
 */
import { closeSync, existsSync, openSync, readdirSync, readSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { crc32 } from "node:zlib";
import type { Db } from "../../../storage/index.ts";
import type { Segment } from "../log/segment.ts";
import type { ActorIndex, IndexColumns, StoredRows } from "./actor-index.ts";
import { openColumns } from "./build-index.ts";

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

/** The file is gone or damaged: ask without it. */
export class StoredIndexLost extends Error {
  override name = "StoredIndexLost";
}

export const HEAD_BYTES = 32;

/** The end of the name of an unfinished file. */
export const DRAFT = ".new";

/** Chunks that are read or written in a step of about 1 ms. */
export const STEP_CHUNKS = 16;

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
      "SELECT block, checksum FROM segments WHERE project_id = ? AND block <= (? >> 16) ORDER BY block",
    )
    .raw(true)
    .all(projectId, last.firstSeq);
  return rows.length === segments.length ? `${rows.length} ${crc32(JSON.stringify(rows))}` : null;
}

/**
 * Opens the actor index that is stored for a project: its columns stay in the file.
 * @param contentOfFirst names the content of so many segments, as it is now; null = there are fewer
 * @returns null = there is none, or it is of other segments
 */
export function openStored(path: string, contentOfFirst: (count: number) => string | null): ActorIndex | null {
  const read = readDirectory(path);
  if (read === null) return null;
  const { head, ids, offsets, firsts, sums } = read;
  if (contentOfFirst(head.segmentCount) !== head.content) {
    rmSync(path, { force: true });
    return null;
  }
  const columns = openColumns({ rows: offsets.at(-1)!, idCount: ids.length, isNarrow: head.tagBytes === 2 });
  columns.ids.set(ids);
  columns.offsets.set(offsets);
  const { nameIds, segmentCount, tagBits, minMs, maxMs } = head;
  const stored = { path, firsts, sums, isIntact: new Uint8Array(new SharedArrayBuffer(sums.length)) };
  return { ...columns, nameIds, segmentCount, tagBits, minMs, maxMs, tail: null, stored };
}

/**
 * Removes the actor indexes of all projects beside a database.
 * @param draft removes only files that are not finished
 * @throws Error of the file system
 */
export function removeStored(file: string, draft = false): void {
  const folder = dirname(file);
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const isOwn = name.startsWith(`${basename(file)}-actors-`) && (!draft || name.endsWith(DRAFT));
    if (isOwn) rmSync(join(folder, name), { force: true });
  }
}

interface Directory {
  head: StoredHead;
  ids: Uint32Array;
  offsets: Uint32Array;
  firsts: Uint32Array;
  sums: Uint32Array;
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
    rmSync(path, { force: true });
    return null;
  } finally {
    closeSync(fd);
  }
}

/** @throws Error when the directory is damaged */
function parseDirectory(fd: number): Directory {
  const start = readBytes(fd, Buffer.alloc(HEAD_BYTES), 0);
  const [at, length] = [start.readDoubleLE(16), start.readDoubleLE(24)];
  if (!start.subarray(0, MARK.length).equals(MARK) || !(length < 2 ** 32)) throw new StoredIndexLost();
  const bytes = readBytes(fd, Buffer.from(new ArrayBuffer(length)), at);
  if (crc32(bytes, crc32(start.subarray(16))) !== start.readUInt32LE(8)) throw new StoredIndexLost();
  const words = new Uint32Array(bytes.buffer, 0, Math.floor(length / 4));
  const [idCount, chunkCount] = [words[0]!, words[1]!];
  let end = 2;
  const take = (count: number) => words.subarray(end, (end += count));
  const [ids, offsets, firsts, sums] = [take(idCount), take(idCount + 1), take(chunkCount + 1), take(chunkCount)];
  const head = JSON.parse(bytes.toString("utf8", end * 4)) as StoredHead;
  return { head, ids, offsets, firsts: firsts.slice(), sums: sums.slice() };
}

function readBytes(fd: number, into: Buffer, position: number): Buffer {
  if (readSync(fd, into, 0, into.length, position) !== into.length) throw new StoredIndexLost();
  return into;
}

/** Chunks that a reader keeps: actors with several ids have rows in several chunks, most of them near each other. */
const KEPT_CHUNKS = 16;

/** Reads the chunks of a stored index. */
export class ChunkReader {
  readonly #fd: number;
  readonly #stored: StoredRows;
  readonly #offsets: Uint32Array;
  readonly #tags: IndexColumns["tags"];
  readonly #kept = new Map<number, { bytes: Buffer<ArrayBuffer>; chunk: Chunk }>();

  /** @throws StoredIndexLost */
  constructor(stored: StoredRows, { offsets, tags }: Pick<ActorIndex, "offsets" | "tags">) {
    this.#stored = stored;
    this.#offsets = offsets;
    this.#tags = tags;
    try {
      this.#fd = openSync(stored.path, "r");
    } catch {
      throw new StoredIndexLost();
    }
  }

  /** A chunk, valid until `KEPT_CHUNKS` others are read. @throws StoredIndexLost */
  read(number: number): Chunk {
    const known = this.#kept.get(number);
    if (known !== undefined) return known.chunk;
    const { firsts, sums, isIntact } = this.#stored;
    const from = this.#offsets[firsts[number]!]!;
    const rows = this.#offsets[firsts[number + 1]!]! - from;
    const width = widthOf(this.#tags.BYTES_PER_ELEMENT);
    const bytes = this.#take(rows * width);
    const used = readBytes(this.#fd, bytes.subarray(0, rows * width), HEAD_BYTES + from * width);
    if (isIntact[number] === 0 && crc32(used) !== sums[number]) throw new StoredIndexLost();
    isIntact[number] = 1;
    const chunk = layOutChunk(bytes.buffer, rows, this.#tags.BYTES_PER_ELEMENT);
    this.#kept.set(number, { bytes, chunk });
    return chunk;
  }

  /** Bytes of the chunk that was read first, if they are enough. */
  #take(length: number): Buffer<ArrayBuffer> {
    const [oldest] = this.#kept;
    if (oldest === undefined || this.#kept.size < KEPT_CHUNKS) return Buffer.from(new ArrayBuffer(length));
    this.#kept.delete(oldest[0]);
    const { bytes } = oldest[1];
    return bytes.length >= length ? bytes : Buffer.from(new ArrayBuffer(length));
  }

  close(): void {
    closeSync(this.#fd);
  }
}

/** Reads the rows of a stored index into memory, in steps of about 1 ms. @returns null = its file is damaged */
export function* loadSteps(actorIndex: ActorIndex, stored: StoredRows): Generator<void, ActorIndex | null> {
  let chunks: ChunkReader | undefined;
  try {
    chunks = new ChunkReader(stored, actorIndex);
    for (let number = 0; number < stored.sums.length; number++) {
      const { lows, places, tags } = chunks.read(number);
      const from = actorIndex.offsets[stored.firsts[number]!]!;
      actorIndex.lows.set(lows, from);
      actorIndex.places.set(places, from);
      actorIndex.tags.set(tags, from);
      if (number % STEP_CHUNKS === 0) yield;
    }
    return { ...actorIndex, stored: null };
  } catch (error) {
    // The next question meets it too, and drops the file.
    if (error instanceof StoredIndexLost) return null;
    throw error;
  } finally {
    chunks?.close();
  }
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
