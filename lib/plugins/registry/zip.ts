import { promisify } from "node:util";
import { crc32, inflateRaw } from "node:zlib";
import { archiveLimits, checkEntry, checkSize } from "./archive-limits.ts";
import type { Files } from "./files.ts";

// The zip format: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT (4.3.12 directory, 4.3.16 its end).
const END = 0x06054b50;
const END_BYTES = 22;
const MOST_COMMENT_BYTES = 0xffff;
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL = 0x04034b50;
const LOCAL_BYTES = 30;
const ENCRYPTED = 1;
const UTF8 = 1 << 11;
const STORED = 0;
const DEFLATED = 8;

interface Entry {
  name: string;
  flags: number;
  method: number;
  crc: number;
  packedBytes: number;
  sizeBytes: number;
  /** Offset of its local header. */
  offset: number;
}

const inflateAside = promisify(inflateRaw);

/**
 * The texts of the wanted files of a zip archive, by path. The whole directory is checked before anything is inflated;
 * a file inflates to no more than its size in the directory.
 * @throws Error when the archive is damaged, encrypted, or exceeds `archiveLimits`
 */
export async function unzip(zip: Buffer, isWanted: (path: string) => boolean): Promise<Files> {
  const entries = readDirectory(zip).filter(({ name }) => isWanted(name));
  checkSum(zip, entries);
  const files: [path: string, text: string][] = [];
  for (const entry of entries) files.push([entry.name, (await unpack(zip, entry)).toString("utf8")]);
  return Object.fromEntries(files);
}

function checkSum(zip: Buffer, entries: readonly Entry[]): void {
  const { wholeBytes, ratio } = archiveLimits;
  let totalBytes = 0;
  for (const { sizeBytes } of entries) {
    totalBytes += sizeBytes;
    checkSize(sizeBytes, totalBytes);
  }
  if (totalBytes > Math.max(wholeBytes, ratio * zip.length)) {
    throw new Error(`it is more than ${ratio} times larger unpacked`);
  }
}

function readDirectory(zip: Buffer): Entry[] {
  const end = findEnd(zip);
  const count = zip.readUInt16LE(end + 10);
  const entries: Entry[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let index = 0; index < count; index++) {
    if (at + ENTRY_BYTES > end || zip.readUInt32LE(at) !== ENTRY) throw new Error("its directory is damaged");
    const nameBytes = zip.readUInt16LE(at + 28);
    const flags = zip.readUInt16LE(at + 8);
    const start = at + ENTRY_BYTES;
    const name = zip.toString(flags & UTF8 ? "utf8" : "latin1", start, start + nameBytes);
    checkEntry(name, index + 1);
    entries.push({
      name,
      flags,
      method: zip.readUInt16LE(at + 10),
      crc: zip.readUInt32LE(at + 16),
      packedBytes: zip.readUInt32LE(at + 20),
      sizeBytes: zip.readUInt32LE(at + 24),
      offset: zip.readUInt32LE(at + 42),
    });
    at = start + nameBytes + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return entries;
}

/** The position of the record that ends the directory: at the end of the file, before a comment. */
function findEnd(zip: Buffer): number {
  const first = Math.max(0, zip.length - END_BYTES - MOST_COMMENT_BYTES);
  for (let at = zip.length - END_BYTES; at >= first; at--) if (zip.readUInt32LE(at) === END) return at;
  throw new Error("it has no directory");
}

async function unpack(
  zip: Buffer,
  { name, flags, method, crc, packedBytes, sizeBytes, offset }: Entry,
): Promise<Buffer> {
  if (flags & ENCRYPTED) throw new Error(`${name} is encrypted`);
  if (offset + LOCAL_BYTES > zip.length || zip.readUInt32LE(offset) !== LOCAL) throw new Error(`${name} is damaged`);
  const start = offset + LOCAL_BYTES + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28);
  const packed = zip.subarray(start, start + packedBytes);
  if (packed.length !== packedBytes) throw new Error(`${name} is cut off`);
  const bytes = await toPlain(packed, method, sizeBytes);
  if (bytes.length !== sizeBytes || crc32(bytes) !== crc) throw new Error(`${name} is damaged`);
  return bytes;
}

async function toPlain(packed: Buffer, method: number, sizeBytes: number): Promise<Buffer> {
  if (method === STORED) return packed;
  if (method !== DEFLATED) throw new Error(`its compression ${method} is not known`);
  // zlib takes no limit of 0; the caller notices one byte too many.
  return inflateAside(packed, { maxOutputLength: sizeBytes + 1 });
}
