import { promisify } from "node:util";
import yauzl from "yauzl";
import { invalid } from "../../base/errors.ts";
import type { Bytes } from "./bytes.ts";

// yauzl (one small dependency, in use since 2014, typed by @types/yauzl): reads the directory at a zip's end, zip64, and each member as
// a stream. It checks sizes and names while it reads.

/** Entries of one archive. Amplitude's largest has 8,760, one for each hour of a year. */
const MOST_ENTRIES = 100_000;

/**
 * The files of a zip, one after the other.
 * @param onRead receives the packed size of a member before it is read
 * @throws invalid for a damaged or encrypted archive, and for an Excel file
 */
export async function* readZip(
  path: string,
  name: string,
  onRead: (packedBytes: number) => void,
): AsyncGenerator<{ name: string; bytes: Bytes }> {
  const open = promisify<string, yauzl.Options, yauzl.ZipFile>(yauzl.open);
  const zip = await open(path, { lazyEntries: true, autoClose: false }).catch((error: unknown) => {
    throw damaged(name, error);
  });
  try {
    if (zip.entryCount > MOST_ENTRIES) throw invalid(null, `${name} has more than ${MOST_ENTRIES} files.`);
    for await (const entry of entries(zip, name)) {
      if (entry.fileName === "[Content_Types].xml") {
        throw invalid(null, `${name} is an Excel file: save the sheet as CSV and import that.`);
      }
      if (entry.isEncrypted()) throw invalid(null, `${name}: ${entry.fileName} is encrypted.`);
      if (entry.fileName.endsWith("/")) continue;
      onRead(entry.compressedSize);
      yield { name: entry.fileName, bytes: content(zip, entry, name) };
    }
  } finally {
    zip.close();
  }
}

async function* entries(zip: yauzl.ZipFile, name: string): AsyncGenerator<yauzl.Entry> {
  for (;;) {
    const entry = await new Promise<yauzl.Entry | null>((resolve, reject) => {
      zip.once("entry", resolve);
      zip.once("end", () => resolve(null));
      zip.once("error", (error) => reject(damaged(name, error)));
      zip.readEntry();
    });
    zip.removeAllListeners("entry").removeAllListeners("end").removeAllListeners("error");
    if (entry === null) return;
    yield entry;
  }
}

async function* content(zip: yauzl.ZipFile, entry: yauzl.Entry, name: string): AsyncGenerator<Uint8Array> {
  const open = promisify(
    zip.openReadStream.bind(zip) as (
      entry: yauzl.Entry,
      done: (error: Error | null, stream: NodeJS.ReadableStream) => void,
    ) => void,
  );
  try {
    yield* (await open(entry)) as AsyncIterable<Buffer>;
  } catch (error) {
    throw damaged(name, error);
  }
}

function damaged(name: string, error: unknown) {
  return invalid(null, `${name} is a damaged zip: ${error instanceof Error ? error.message : "unreadable"}.`);
}
