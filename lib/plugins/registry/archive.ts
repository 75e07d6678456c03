import { Readable } from "node:stream";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { readTar, readZip } from "../../archives/index.ts";
import type { Member } from "../../archives/index.ts";
import { invalid } from "../../base/errors.ts";
import { oneByOne } from "../../base/one-by-one.ts";
import { archiveLimits, createCheck } from "./archive-limits.ts";
import { MANIFEST } from "./files.ts";
import type { Files } from "./files.ts";

/** Other files, such as pictures, are not kept. */
const TEXT = /\.(?:json|[cm]?[jt]sx?)$/;

const inLine = oneByOne();

/**
 * The files of a zip or tgz below its root folder, the first segment of paths (reference/plugins.md 3), or with
 * `plugin.json` at the top. Inflates on libuv's threads, one archive at a time, up to `archiveLimits`.
 * @throws invalid for any other file
 */
export function readArchive(bytes: Uint8Array): Promise<Files> {
  return inLine(() => read(bytes));
}

async function read(bytes: Uint8Array): Promise<Files> {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (data[0] === 0x50 && data[1] === 0x4b) return belowRoot(await unzip(data));
    if (data[0] === 0x1f && data[1] === 0x8b) return belowRoot(await untar(data));
  } catch (error) {
    throw invalid("archive", `The archive cannot be read: ${error instanceof Error ? error.message : "damaged"}.`);
  }
  throw invalid("archive", "Expected a zip or a tgz archive.");
}

/** The whole directory is checked before inflating; a file inflates to no more than its size there. */
async function unzip(zip: Buffer): Promise<Files> {
  const check = createCheck(zip.length, isWanted);
  for await (const member of readZip(zip, Error)) check(member);
  return textsOf(readZip(zip, Error));
}

const gunzipAside = promisify(gunzip);

async function untar(bytes: Buffer): Promise<Files> {
  const { totalBytes, wholeBytes, ratio } = archiveLimits;
  const maxOutputLength = Math.min(totalBytes, Math.max(wholeBytes, ratio * bytes.length));
  const tar = Readable.from([await gunzipAside(bytes, { maxOutputLength })]);
  return textsOf(readTar(tar, Error), createCheck(bytes.length, isWanted));
}

function isWanted(name: string): boolean {
  return TEXT.test(name);
}

async function textsOf(members: AsyncIterable<Member>, check?: (member: Member) => void): Promise<Files> {
  const files: [path: string, text: string][] = [];
  for await (const member of members) {
    check?.(member);
    if (!isWanted(member.name)) continue;
    const pieces: Uint8Array[] = [];
    for await (const piece of member.bytes) pieces.push(piece);
    files.push([member.name, Buffer.concat(pieces).toString("utf8")]);
  }
  return Object.fromEntries(files);
}

function belowRoot(files: Files): Files {
  const named = Object.entries(files).map(([name, text]): [string, string] => [name.replace(/^\.\//, ""), text]);
  if (named.some(([name]) => name === MANIFEST)) return Object.fromEntries(named);
  const root = `${named[0]?.[0].split("/")[0] ?? ""}/`;
  return Object.fromEntries(
    named.flatMap(([name, text]) => (name.startsWith(root) ? [[name.slice(root.length), text]] : [])),
  );
}
