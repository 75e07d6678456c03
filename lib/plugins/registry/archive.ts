import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { HogletError, invalid } from "../../base/errors.ts";
import { archiveLimits } from "./archive-limits.ts";
import { MANIFEST } from "./files.ts";
import type { Files } from "./files.ts";
import { checkTar } from "./tar-headers.ts";
import { unzip } from "./zip.ts";

// nanotar reads tar; gzip and deflate are Node's. Libraries for zip cannot inflate on another thread, or trust the
// sizes in the archive: fflate inflates a file to its end even if the archive claims one byte and the file has ten
// billion.

/** Files that may belong to a plugin; other files, such as pictures, are not kept. */
const TEXT = /\.(?:json|[cm]?[jt]sx?)$/;

let last: Promise<unknown> = Promise.resolve();

/**
 * The files of a zip or tgz archive, below its root folder: the first segment of its paths (reference/plugins.md 3). An
 * archive without a root folder, with `plugin.json` at the top, is accepted too. Inflates on the threads of libuv, one
 * archive after the other, and never more than `archiveLimits`.
 * @throws invalid for any other file
 */
export function readArchive(bytes: Uint8Array): Promise<Files> {
  const turn = last.then(() => read(bytes));
  last = turn.catch(() => {});
  return turn;
}

async function read(bytes: Uint8Array): Promise<Files> {
  try {
    const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (data[0] === 0x50 && data[1] === 0x4b) return belowRoot(await unzip(data, isWanted));
    if (data[0] === 0x1f && data[1] === 0x8b) return belowRoot(await untar(data));
  } catch (error) {
    if (error instanceof HogletError) throw error;
    throw invalid("archive", `The archive cannot be read: ${error instanceof Error ? error.message : "damaged"}.`);
  }
  throw invalid("archive", "Expected a zip or a tgz archive.");
}

function isWanted(name: string): boolean {
  return TEXT.test(name);
}

const gunzipAside = promisify(gunzip);

async function untar(bytes: Buffer): Promise<Files> {
  const { parseTar } = await import("nanotar");
  const { totalBytes, wholeBytes, ratio } = archiveLimits;
  const maxOutputLength = Math.min(totalBytes, Math.max(wholeBytes, ratio * bytes.length));
  const tar = await gunzipAside(bytes, { maxOutputLength });
  checkTar(tar);
  // nanotar reads the whole memory under a view from its start, and Node's buffers may lie in the middle of shared
  // memory.
  const own = tar.byteLength === tar.buffer.byteLength ? tar : Uint8Array.from(tar);
  const items = parseTar(own, { filter: ({ name, type }) => type === "file" && isWanted(name) });
  return Object.fromEntries(items.map(({ name, data }) => [name, Buffer.from(data ?? []).toString("utf8")]));
}

function belowRoot(files: Files): Files {
  const named = Object.entries(files).map(([name, text]): [string, string] => [name.replace(/^\.\//, ""), text]);
  if (named.some(([name]) => name === MANIFEST)) return Object.fromEntries(named);
  const root = `${named[0]?.[0].split("/")[0] ?? ""}/`;
  return Object.fromEntries(
    named.flatMap(([name, text]) => (name.startsWith(root) ? [[name.slice(root.length), text]] : [])),
  );
}
