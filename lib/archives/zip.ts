import { promisify } from "node:util";
import { crc32 } from "node:zlib";
import yauzl from "yauzl";
import { reasonOf } from "./member.ts";
import type { ArchiveFault, Member } from "./member.ts";

// yauzl (one small dependency, in use since 2014, typed by @types/yauzl): reads the directory at a zip's end, zip64, and each
// member as a stream, which zlib's threads inflate. It checks sizes and names while it reads; sums are checked here. fflate
// inflates a member to its end even if the archive claims one byte and the member has ten billion.

const OPTIONS = { lazyEntries: true, autoClose: false };

/** The members of a zip, a file or in memory. An encrypted member is refused when it is read. */
export async function* readZip(zip: string | Buffer, fault: ArchiveFault): AsyncGenerator<Member> {
  const damaged = (error: unknown) => fault(reasonOf(error));
  const opened =
    typeof zip === "string"
      ? promisify<string, yauzl.Options, yauzl.ZipFile>(yauzl.open)(zip, OPTIONS)
      : promisify<Buffer, yauzl.Options, yauzl.ZipFile>(yauzl.fromBuffer)(zip, OPTIONS);
  const file = await opened.catch((error: unknown) => {
    throw damaged(error);
  });
  try {
    for (;;) {
      const entry = await nextEntry(file).catch((error: unknown) => {
        throw damaged(error);
      });
      if (entry === null) return requireWhole(file, fault);
      const { fileName: name, compressedSize: packedBytes, uncompressedSize: sizeBytes } = entry;
      yield { name, packedBytes, sizeBytes, bytes: content(file, entry, { fault, damaged }) };
    }
  } finally {
    file.close();
  }
}

/** Bytes of all records at the end of a zip but its comment (22 + 20 + 56): the directory ends there. */
const MOST_END_BYTES = 98;

/** A zip after which another was written has the directory of one of them, which lies elsewhere. */
function requireWhole(file: yauzl.ZipFile, fault: ArchiveFault): void {
  // The cursor is behind the last entry.
  const { readEntryCursor: end } = file as unknown as { readEntryCursor: number };
  if (file.fileSize - end - Buffer.byteLength(file.comment) > MOST_END_BYTES)
    throw fault("it has other bytes after its directory, such as a second zip");
}

function nextEntry(file: yauzl.ZipFile): Promise<yauzl.Entry | null> {
  return new Promise<yauzl.Entry | null>((resolve, reject) => {
    file.removeAllListeners("entry").removeAllListeners("end").removeAllListeners("error");
    file.once("entry", resolve).once("end", () => resolve(null));
    file.once("error", reject);
    file.readEntry();
  });
}

async function* content(
  file: yauzl.ZipFile,
  entry: yauzl.Entry,
  { fault, damaged }: { fault: ArchiveFault; damaged(error: unknown): Error },
): AsyncGenerator<Uint8Array> {
  if (entry.isEncrypted()) throw fault(`${entry.fileName} is encrypted`);
  const open = promisify<yauzl.Entry, AsyncIterable<Buffer>>(file.openReadStream.bind(file) as never);
  let sum = 0;
  try {
    for await (const piece of await open(entry)) {
      sum = crc32(piece, sum);
      yield piece;
    }
  } catch (error) {
    throw damaged(error);
  }
  if (sum !== entry.crc32) throw fault(`${entry.fileName} is damaged`);
}
