import { gunzipSync } from "node:zlib";
import { invalid } from "../../errors.ts";
import { MANIFEST } from "./files.ts";
import type { Files } from "./files.ts";

// fflate reads zip (8 kB, no dependencies, bounded by the sizes that the archive says), nanotar reads tar; gzip is Node's. They are imported when there is something to read.

/** Of one file of an archive, and of all together: plugins are texts. */
const MAX_FILE_BYTES = 16 * 1024 * 1024;
const MAX_TOTAL_BYTES = 64 * 1024 * 1024;

/** Files that may belong to a plugin; pictures and the like are never unpacked. */
const TEXT = /\.(?:json|[cm]?[jt]sx?)$/;

/**
 * The files of a zip or tgz archive, below its root folder: the first segment of the paths in it (reference/plugins.md 3).
 * One without a root folder, where `plugin.json` lies on top, is taken too.
 * @throws invalid for anything else
 */
export async function readArchive(bytes: Uint8Array): Promise<Files> {
  try {
    if (bytes[0] === 0x50 && bytes[1] === 0x4b) return belowRoot(await unzip(bytes));
    if (bytes[0] === 0x1f && bytes[1] === 0x8b) return belowRoot(await untar(bytes));
  } catch (error) {
    throw invalid("archive", `The archive cannot be read: ${error instanceof Error ? error.message : "damaged"}.`);
  }
  throw invalid("archive", "Expected a zip or a tgz archive.");
}

async function unzip(bytes: Uint8Array): Promise<Files> {
  const { strFromU8, unzipSync } = await import("fflate");
  let totalBytes = 0;
  const files = unzipSync(bytes, {
    filter({ name, originalSize }) {
      if (!TEXT.test(name)) return false;
      totalBytes += originalSize;
      refuseLarge(originalSize, totalBytes);
      return true;
    },
  });
  return Object.fromEntries(Object.entries(files).map(([name, data]) => [name, strFromU8(data)]));
}

async function untar(bytes: Uint8Array): Promise<Files> {
  const { parseTar } = await import("nanotar");
  const tar = gunzipSync(bytes, { maxOutputLength: MAX_TOTAL_BYTES });
  // nanotar reads the whole memory under a view from its start, and Node's buffers may lie in the middle of a common one.
  const items = parseTar(Uint8Array.from(tar), { filter: ({ name, type }) => type === "file" && TEXT.test(name) });
  for (const { size } of items) refuseLarge(size, size);
  return Object.fromEntries(items.map(({ name, data }) => [name, Buffer.from(data ?? []).toString("utf8")]));
}

function refuseLarge(fileBytes: number, totalBytes: number): void {
  if (fileBytes > MAX_FILE_BYTES) throw new Error(`a file in it is larger than ${MAX_FILE_BYTES} bytes`);
  if (totalBytes > MAX_TOTAL_BYTES) throw new Error(`it holds more than ${MAX_TOTAL_BYTES} bytes`);
}

function belowRoot(files: Files): Files {
  const named = Object.entries(files).map(([name, text]): [string, string] => [name.replace(/^\.\//, ""), text]);
  if (named.some(([name]) => name === MANIFEST)) return Object.fromEntries(named);
  const root = `${named[0]?.[0].split("/")[0] ?? ""}/`;
  return Object.fromEntries(
    named.flatMap(([name, text]) => (name.startsWith(root) ? [[name.slice(root.length), text]] : [])),
  );
}
