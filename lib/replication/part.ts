import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { zstdCompress, zstdDecompress } from "node:zlib";
import * as v from "valibot";

// The form of the first's replies: a SHA-256, then, compressed, the length of a head, the head as JSON, and bytes.

const Whole = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Names the database and its epoch. */
export const Named = v.object({ database: v.string(), epoch: Whole });
export type Named = v.InferOutput<typeof Named>;

/** The beginning: groups of pages are compared from here on, and commits after `mark` are laid over them. */
export const Beginning = v.object({
  ...Named.entries,
  /** The number of the file's format. */
  format: Whole,
  mark: v.string(),
  pageBytes: Whole,
  pages: Whole,
});

/** Commits of the first: the bytes are those of the pages. */
export const Commits = v.object({
  ...Named.entries,
  /** The mark behind which they follow, and the one that they lead to. */
  after: v.string(),
  mark: v.string(),
  /** Does the first have more of them now? */
  hasMore: v.boolean(),
  /** Pages of the database then; null = nothing has changed. */
  pages: v.nullable(Whole),
  numbers: v.array(Whole),
});

/**
 * Groups of pages, or the hashes of some: the bytes, in the order of the numbers. They have the commits up to the mark `since`, as the
 * question has it, and maybe later ones.
 */
export const Groups = v.object({ ...Named.entries, since: v.string(), numbers: v.array(Whole) });

/** Bytes of a group of pages that is compared. */
export const GROUP_BYTES = 64 * 1024;

/** Bytes of a group's SHA-256. */
export const HASH_BYTES = 32;

/** Groups in a list of hashes (16 MiB of the file), and groups in a reply (4 MiB). */
export const HASHED_GROUPS = 256;
export const SENT_GROUPS = 64;

/** Bytes of pages after which a reply ends with the commit at hand, and most of a reply. */
export const REPLY_BYTES = 8 * 1024 * 1024;
export const MOST_BYTES = 64 * 1024 * 1024;

/** A head takes up to 8 bytes for each number. */
const MOST_UNPACKED_BYTES = MOST_BYTES + REPLY_BYTES + 4 * 1024 * 1024;

/** Most bytes of a reply as it is sent: Zstandard adds little to what it cannot make smaller. */
export const MOST_REPLY_BYTES = MOST_UNPACKED_BYTES + 1024 * 1024;

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

export async function packPart(head: object, bytes: readonly Buffer[]): Promise<Buffer> {
  const text = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  const packed = await compress(Buffer.concat([length, text, ...bytes]));
  return Buffer.concat([sha256(packed), packed]);
}

/** @throws Error when it is torn, or has another form */
export async function unpackPart<Schema extends v.GenericSchema>(
  schema: Schema,
  part: Buffer,
): Promise<{ head: v.InferOutput<Schema>; bytes: Buffer }> {
  const packed = part.subarray(HASH_BYTES);
  if (!sha256(packed).equals(part.subarray(0, HASH_BYTES))) throw new Error("The reply differs from its hash.");
  const all = await decompress(packed, { maxOutputLength: MOST_UNPACKED_BYTES });
  const end = 4 + all.readUInt32LE(0);
  const head = v.parse(schema, JSON.parse(all.toString("utf8", 4, end)));
  return { head, bytes: all.subarray(end) };
}

export function sha256(bytes: Buffer): Buffer {
  return createHash("sha256").update(bytes).digest();
}
