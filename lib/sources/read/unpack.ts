import { readTar, readZip } from "../../archives/index.ts";
import type { Member as Archived } from "../../archives/index.ts";
import { invalid } from "../../base/errors.ts";
import { spend } from "./budget.ts";
import type { Budget } from "./budget.ts";
import { peek } from "./bytes.ts";
import type { Bytes } from "./bytes.ts";
import { beginsFrame, inflate } from "./inflate.ts";
import type { Compression } from "./inflate.ts";
import type { Input } from "./inputs.ts";
import type { Spool } from "./spool.ts";

/** An unpacked file: read it to its end, or leave it, before the next. */
export interface Member {
  /** Label for people, with the archives' names before it; never a path. */
  name: string;
  /** Its first bytes. */
  head: Buffer;
  /** The whole file; counted against the bounds of its archive. */
  all: Bytes;
  /** Path of the same bytes on disk; null = only a stream. */
  path: string | null;
}

interface Layer {
  name: string;
  bytes: Bytes;
  path: string | null;
  depth: number;
}

interface Unpacking {
  budget: Budget;
  spool: Spool;
}

/** Archives within archives. Amplitude's export has two layers; more than four are no export. */
const MOST_LAYERS = 4;

/** Members of one archive. Amplitude's largest has 8,760, one for each hour of a year. */
const MOST_MEMBERS = 100_000;

/** Bytes by which a file's format is recognised: the first record of nearly every export lies in them. */
export const HEAD_BYTES = 64 * 1024;

/** Unpacks an input by its bytes, never by its name, layer by layer, while it is read. */
export function unpack(input: Input, budget: Budget, spool: Spool): AsyncGenerator<Member> {
  return unpackLayer(
    { name: input.name, bytes: counted(input, budget), path: input.path, depth: 0 },
    { budget, spool },
  );
}

async function* counted(input: Input, budget: Budget): AsyncGenerator<Uint8Array> {
  for await (const piece of input.open()) {
    budget.packedBytes += piece.length;
    yield piece;
  }
}

async function* unpackLayer({ name, bytes, path, depth }: Layer, job: Unpacking): AsyncGenerator<Member> {
  const { head, all } = await peek(bytes, HEAD_BYTES);
  const form = formOf(head, name);
  if (form === null) {
    yield { name, head, path, all };
    return;
  }
  if (depth === MOST_LAYERS) throw invalid(null, `${name} is packed more than ${MOST_LAYERS} times.`);
  const next = { depth: depth + 1, path: null };
  if (form === "tar") {
    for await (const member of readTar(all, (reason) => invalid(null, `${name} is a damaged tar: ${reason}.`))) {
      yield* unpackLayer({ name: join(name, member.name), bytes: member.bytes, ...next }, job);
    }
  } else if (form === "zip") {
    const file = path ?? (await job.spool.keep(all));
    if (job.budget.sizeBytes === null) job.budget.sizeBytes = job.budget.packedBytes;
    for await (const { packedBytes, ...member } of zipFiles(file, name)) {
      if (path !== null && depth === 0) job.budget.packedBytes += packedBytes;
      const unpacked = spent(member.bytes, job.budget);
      yield* unpackLayer({ name: join(name, member.name), bytes: unpacked, ...next }, job);
    }
    if (path === null) await job.spool.drop(file);
  } else {
    yield* unpackLayer({ name, bytes: spent(inflate(all, form, name), job.budget), ...next }, job);
  }
}

/** The files of a zip. @throws invalid for an Excel file, which is a zip too */
async function* zipFiles(path: string, name: string): AsyncGenerator<Archived> {
  let members = 0;
  for await (const member of readZip(path, (reason) => invalid(null, `${name} is a damaged zip: ${reason}.`))) {
    if (++members > MOST_MEMBERS) throw invalid(null, `${name} has more than ${MOST_MEMBERS} files.`);
    if (member.name === "[Content_Types].xml") {
      throw invalid(null, `${name} is an Excel file: save the sheet as CSV and import that.`);
    }
    if (!member.name.endsWith("/")) yield member;
  }
}

type Form = "zip" | "tar" | Compression;

/** Forms that are recognised and not read, with the advice. */
const UNREAD: [magic: string, sentence: string][] = [
  ["04224d18", "is packed with lz4: unpack it first (`lz4 -d`)."],
  ["ff060000734e61", "is packed with snappy: unpack it first."],
  ["425a68", "is packed with bzip2: unpack it first (`bunzip2`)."],
  ["fd377a585a", "is packed with xz: unpack it first (`unxz`)."],
  ["53514c69746520", "is an SQLite database: export its events with `hoglet export`, or as CSV, and import that."],
];

function formOf(head: Buffer, name: string): Form | null {
  const magic = head.subarray(0, 8).toString("hex");
  const unread = UNREAD.find(([start]) => magic.startsWith(start));
  if (unread !== undefined) throw invalid(null, `${name || "The input"} ${unread[1]}`);
  if (magic.startsWith("504b0304") || magic.startsWith("504b0506")) return "zip";
  if (beginsFrame(head, "gzip")) return "gzip";
  if (beginsFrame(head, "zstd")) return "zstd";
  if (head.subarray(257, 262).toString("latin1") === "ustar") return "tar";
  // Brotli has no magic number: the name tells, if the bytes are no text.
  return name.endsWith(".br") && !/^\s*[[{"\w]/.test(head.subarray(0, 64).toString("latin1")) ? "brotli" : null;
}

/** Counts what comes out of a compression, whether it is read or passed over. */
async function* spent(bytes: Bytes, budget: Budget): AsyncGenerator<Uint8Array> {
  for await (const piece of bytes) {
    spend(budget, piece.length);
    yield piece;
  }
}

function join(archive: string, member: string): string {
  return archive === "" ? member : `${archive}/${member}`;
}
