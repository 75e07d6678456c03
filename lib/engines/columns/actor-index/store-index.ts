import { randomBytes } from "node:crypto";
import { closeSync, openSync, renameSync, rmSync } from "node:fs";
import { crc32 } from "node:zlib";
import { HogletError } from "../../../base/errors.ts";
import { writeAll } from "../../../storage/wal/index.ts";
import type { Segment } from "../log/segment.ts";
import type { ActorIndex } from "./actor-index.ts";
import { countRows, indexPartSteps } from "./build-index.ts";
import { DRAFT, HEAD_BYTES, layOutChunk, MARK, STEP_CHUNKS, widthOf } from "./stored-index.ts";
import type { IndexPlace, StoredHead } from "./stored-index.ts";

/**
 * Writes an actor index to its file, in steps of about 1 ms.
 * @param content names the content of its segments
 * @param fill appends parts of the index, in the order of their ids
 * @returns false = the file system refuses, or there was nothing to write
 */
export function* writeSteps(
  { path, chunkRows }: IndexPlace,
  content: string,
  fill: (append: (part: ActorIndex) => Generator<void, void>) => Generator<void, void>,
): Generator<void, boolean> {
  let writer: IndexWriter | undefined;
  try {
    const own = (writer = new IndexWriter(path, chunkRows));
    yield* fill((part) => own.append(part));
    return own.end(content);
  } catch (error) {
    const isFull = error instanceof HogletError && error.code === "storage_full";
    if (!isFull && !(error instanceof Error && "syscall" in error)) throw error;
    return false;
  } finally {
    writer?.close();
  }
}

/** Writes an actor index to a file, which appears at its path whole. */
class IndexWriter {
  readonly #path: string;
  readonly #draft: string;
  readonly #fd: number;
  readonly #chunkRows: number;
  #at = HEAD_BYTES;
  readonly #ids: Uint32Array[] = [];
  readonly #offsets: Uint32Array[] = [];
  readonly #firsts = [0];
  readonly #sums: number[] = [];
  #stretches = 0;
  #rows = 0;
  /** The form of the last part, and so of all: they have the same segments. */
  #form: Omit<StoredHead, "content"> | undefined;
  #isEnded = false;

  /** @throws Error of the file system */
  constructor(path: string, chunkRows: number) {
    this.#path = path;
    this.#chunkRows = chunkRows;
    this.#draft = `${path}${DRAFT}${process.pid}-${randomBytes(8).toString("hex")}`;
    this.#fd = openSync(this.#draft, "wx", 0o600);
  }

  /** Appends the stretches of higher ids, in steps. @throws Error of the file system */
  *append(part: ActorIndex): Generator<void, void> {
    const { ids, offsets, lows, places, tags, segmentCount, nameIds, tagBits, minMs, maxMs } = part;
    this.#form = { segmentCount, nameIds, tagBits, tagBytes: tags.BYTES_PER_ELEMENT, minMs, maxMs };
    const width = widthOf(tags.BYTES_PER_ELEMENT);
    for (let first = 0; first < ids.length;) {
      const from = offsets[first]!;
      while (first < ids.length && offsets[first]! - from < this.#chunkRows) first++;
      const until = offsets[first]!;
      const bytes = Buffer.from(new ArrayBuffer((until - from) * width));
      const chunk = layOutChunk(bytes.buffer, until - from, tags.BYTES_PER_ELEMENT);
      chunk.lows.set(lows.subarray(from, until));
      chunk.places.set(places.subarray(from, until));
      chunk.tags.set(tags.subarray(from, until));
      this.#write(bytes);
      this.#sums.push(crc32(bytes));
      this.#firsts.push(this.#stretches + first);
      if (this.#sums.length % STEP_CHUNKS === 0) yield;
    }
    this.#ids.push(ids.slice());
    this.#offsets.push(offsets.subarray(0, ids.length).map((offset) => offset + this.#rows));
    this.#stretches += ids.length;
    this.#rows += offsets[ids.length]!;
  }

  /**
   * Writes the directory, and gives the file its name.
   * @returns false = there are no rows
   * @throws Error of the file system
   */
  end(content: string): boolean {
    if (this.#form === undefined) return false;
    const at = this.#at;
    const counts = Uint32Array.of(this.#stretches, this.#sums.length);
    const columns = [counts, ...this.#ids, ...this.#offsets, Uint32Array.of(this.#rows), this.#firsts, this.#sums];
    const directory = Buffer.concat([
      ...columns.map((column) => Buffer.from(new Uint32Array(column).buffer)),
      Buffer.from(JSON.stringify({ content, ...this.#form } satisfies StoredHead)),
    ]);
    this.#write(directory);
    const start = Buffer.alloc(HEAD_BYTES);
    MARK.copy(start);
    start.writeDoubleLE(at, 16);
    start.writeDoubleLE(directory.length, 24);
    start.writeUInt32LE(crc32(directory, crc32(start.subarray(16))), 8);
    this.#at = 0;
    this.#write(start);
    renameSync(this.#draft, this.#path);
    this.#isEnded = true;
    return true;
  }

  /** Removes what was written, unless it is whole. */
  close(): void {
    closeSync(this.#fd);
    if (!this.#isEnded) rmSync(this.#draft, { force: true });
  }

  #write(bytes: Buffer): void {
    writeAll(this.#fd, bytes, this.#at);
    this.#at += bytes.length;
  }
}

/**
 * Builds an actor index for the file alone, in parts of at most `maxRows` rows, each of some distinct ids: every part
 * is a pass over all segments. Steps of some milliseconds.
 * @param idLimit above the ordinal of every distinct id
 */
export function* buildParts(
  segments: readonly Segment[],
  { idLimit, maxRows }: { idLimit: number; maxRows: number },
  append: (part: ActorIndex) => Generator<void, void>,
): Generator<void, void> {
  const counts = yield* countRows(segments, idLimit);
  for (let firstId = 0; firstId < idLimit;) {
    let endId = firstId;
    for (let rows = 0; endId < idLimit && (rows === 0 || rows + counts[endId]! <= maxRows); endId++) {
      rows += counts[endId]!;
    }
    const part = yield* indexPartSteps(segments, counts, { firstId, endId });
    if (part === null) return;
    yield* append(part);
    firstId = endId;
  }
}
