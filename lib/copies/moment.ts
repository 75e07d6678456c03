import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { zstdCompress, zstdDecompress } from "node:zlib";
import * as v from "valibot";
import { damagedCopy } from "./copy-errors.ts";
import type { Place } from "../places/index.ts";

// The form of copies: docs/file-format.md. A chain is a whole copy of the database (its first moment), and moments that have the groups of
// pages that changed since the one before. A moment's list is written last, so that a moment is there whole or not at all.

/** Bytes of a group of pages, which is stored when one of its pages changed. A larger group costs more bytes a moment, a smaller one more hashes. */
export const GROUP_BYTES = 64 * 1024;

/** Bytes of a group's SHA-256. */
export const HASH_BYTES = 32;

/** Most bytes of a part before it is compressed: memory holds a few. Smaller parts cost more requests. */
export const PART_BYTES = 4 * 1024 * 1024;

/** Most bytes of a part as it is stored: Zstandard adds little to what it cannot make smaller. */
export const MOST_PART_BYTES = PART_BYTES + 64 * 1024;

/** Most bytes of a moment's list, stored and read: that of a whole copy of 250 GB. */
export const MOST_LIST_BYTES = 256 * 1024 * 1024;

const FORMAT = 1;

const Hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const Whole = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Some changed groups of one moment, in one object. */
const Part = v.object({
  /** SHA-256 of the object, in hex; its name begins with it. */
  sha256: Hash,
  /** Bytes of the object. */
  bytes: Whole,
  /** Numbers of the groups, in the order of their bytes. */
  groups: v.array(Whole),
  /** SHA-256 of the groups, one after the other, in Base64. */
  hashes: v.string(),
});
export type Part = v.InferOutput<typeof Part>;

/** A moment: the list of what it adds to the one before, or of the whole database. */
export const Moment = v.object({
  format: v.literal(FORMAT, `Expected format ${FORMAT}: a newer hoglet made this copy.`),
  /** Epoch ms: the database as it was then. Later than that of the moment before. */
  atMs: Whole,
  /** Names the database; all chains of a place have the same. */
  database: v.string(),
  pageBytes: v.pipe(v.number(), v.integer(), v.minValue(512), v.maxValue(65_536)),
  /** Pages of the database. */
  pages: Whole,
  parts: v.array(Part),
  /** Ids of the deletions that were done, and waited for older copies to go. */
  waiting: v.array(Whole),
});
export type Moment = v.InferOutput<typeof Moment>;

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** Packs an object. */
export function pack(bytes: Buffer): Promise<Buffer> {
  return compress(bytes);
}

/** @throws corrupt when the bytes are damaged, or more than `mostBytes` */
export async function unpack(name: string, bytes: Buffer, mostBytes: number): Promise<Buffer> {
  try {
    return await decompress(bytes, { maxOutputLength: mostBytes });
  } catch (error) {
    throw damagedCopy(name, (error as Error).message);
  }
}

/** The SHA-256 of bytes, in hex. */
export function sha256(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

export function momentName(chain: string, number: number): string {
  return `${chain}/${String(number).padStart(6, "0")}.moment`;
}

/**
 * The name of a part's object. Its content decides it, so that two writers cannot put different bytes under one name.
 */
export function partName(chain: string, part: Pick<Part, "sha256">): string {
  return `${chain}/${part.sha256.slice(0, 32)}.part`;
}

/** Stores a moment's list. @returns false = another process has stored this moment */
export async function putMoment(place: Place, chain: string, number: number, moment: Moment): Promise<boolean> {
  const text = Buffer.from(JSON.stringify(moment));
  // The hash comes first, so that a damaged list is told from a shorter one.
  const body = Buffer.concat([createHash("sha256").update(text).digest(), text]);
  return place.create(momentName(chain, number), await pack(body));
}

/** @throws corrupt when it is damaged or missing */
export async function getMoment(place: Place, chain: string, number: number): Promise<Moment> {
  const name = momentName(chain, number);
  const stored = await place.get(name, MOST_LIST_BYTES);
  if (stored === null) throw damagedCopy(name, "it is missing");
  const body = await unpack(name, stored, MOST_LIST_BYTES);
  const text = body.subarray(HASH_BYTES);
  if (!createHash("sha256").update(text).digest().equals(body.subarray(0, HASH_BYTES)))
    throw damagedCopy(name, "its bytes differ from its hash");
  const parsed = v.safeParse(Moment, JSON.parse(text.toString()));
  if (!parsed.success) throw damagedCopy(name, parsed.issues[0].message);
  return parsed.output;
}

/** The hash of each group of a part. @throws corrupt when there is not one for each */
export function hashesOf(chain: string, part: Part): Buffer {
  const hashes = Buffer.from(part.hashes, "base64");
  if (hashes.length !== part.groups.length * HASH_BYTES)
    throw damagedCopy(partName(chain, part), "its list lacks hashes");
  return hashes;
}

/** Groups of a database, the last of which may be shorter. */
export function groupsOf({ pages, pageBytes }: Pick<Moment, "pages" | "pageBytes">): number {
  return Math.ceil((pages * pageBytes) / GROUP_BYTES);
}
