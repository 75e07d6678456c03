import { createReadStream } from "node:fs";
import { opendir, stat } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { invalid } from "../../base/errors.ts";
import type { Source } from "../../transfer/index.ts";
import type { Bytes } from "./bytes.ts";

/** A file or folder of this machine. */
export interface FileSource {
  path: string;
}

/** Everything an import reads: a file or folder, bytes, a text, or a stream of either. */
export type ForeignSource = Source | FileSource;

/** A file as it was given, still packed. */
export interface Input {
  /** The file's name for people; in a folder, the path below it. */
  name: string;
  /** Null = a stream, whose size is unknown. */
  sizeBytes: number | null;
  /** Absolute or relative path; null = a stream. */
  path: string | null;
  open(): Bytes;
}

/** Distinguishes a path from bytes, a text and a stream. */
export function isFileSource(source: unknown): source is FileSource {
  return (
    typeof source === "object" &&
    source !== null &&
    typeof (source as FileSource).path === "string" &&
    !(Symbol.asyncIterator in source)
  );
}

/** The files of a source, those of a folder by their names. @throws invalid for a source of another kind, or a path that is neither file nor folder */
export async function listInputs(source: ForeignSource): Promise<Input[]> {
  if (!isFileSource(source)) return [{ name: "", sizeBytes: null, path: null, open: () => toBytes(source) }];
  const { path } = source;
  const stats = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw error.code === "ENOENT" ? invalid("source", `There is no file or folder ${path}.`) : error;
  });
  if (stats.isFile()) return [toInput(path, basename(path), stats.size)];
  if (!stats.isDirectory()) return [{ ...toInput(path, basename(path), 0), sizeBytes: null, path: null }];
  const found = await listFolder(path);
  return Promise.all(found.map(async (file) => toInput(file, relative(path, file), (await stat(file)).size)));
}

/** Files below a folder, also files that are passed over later. */
const MOST_FILES = 100_000;

/** Symbolic links are not followed: they could leave the folder, or lead back into it. */
async function listFolder(folder: string): Promise<string[]> {
  const files: string[] = [];
  for await (const entry of await opendir(folder, { recursive: true })) {
    if (!entry.isFile()) continue;
    if (files.length === MOST_FILES) throw invalid("source", `${folder} has more than ${MOST_FILES} files.`);
    files.push(join(entry.parentPath, entry.name));
  }
  return files.toSorted((a, b) => (a < b ? -1 : 1));
}

function toInput(path: string, name: string, sizeBytes: number): Input {
  return { name, sizeBytes, path, open: () => createReadStream(path, { highWaterMark: READ_BYTES }) };
}

/** Bytes of one read: more cost memory for each open file, fewer cost turns of the event loop. */
const READ_BYTES = 256 * 1024;

/** The bytes of a text, bytes or a stream. @throws invalid for a source of another kind */
export async function* toBytes(source: Source): Bytes & AsyncGenerator<Uint8Array> {
  if (typeof source === "string") yield Buffer.from(source);
  else if (source instanceof Uint8Array) yield source;
  else if (typeof source === "object" && source !== null) yield* eachToBytes(source);
  else throw invalid("source", "Expected a text, bytes, a stream, or { path }.");
}

/** Objects become lines; pieces of text and of bytes are joined as they are. */
async function* eachToBytes(source: Exclude<Source, string | Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const item of source as AsyncIterable<unknown>) {
    if (item instanceof Uint8Array) yield item;
    else if (typeof item === "string") yield Buffer.from(item);
    else yield Buffer.from(`${JSON.stringify(item)}\n`);
  }
}
