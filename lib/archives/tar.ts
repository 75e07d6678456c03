import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { createTarDecoder } from "modern-tar";
import type { ArchiveFault, Member } from "./member.ts";

// modern-tar (no dependencies, typed, active): the package with a stream of members; nanotar wants the whole archive in memory and
// trusts its sizes, and tar-stream has four dependencies.

/** The files of a tar, while it arrives. Folders, links and devices are passed over. */
export async function* readTar(bytes: AsyncIterable<Uint8Array>, fault: ArchiveFault): AsyncGenerator<Member> {
  const packed = Readable.toWeb(Readable.from(bytes)) as globalThis.ReadableStream<Uint8Array>;
  const members = packed.pipeThrough(createTarDecoder({ strict: true })) as unknown as AsyncIterable<TarEntry>;
  try {
    for await (const { header, body } of members) {
      const { name, size } = header;
      const pieces = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
      const rest = { [Symbol.asyncIterator]: () => ({ next: () => pieces.next() }) };
      if (header.type === "file" || header.type === undefined)
        yield { name, packedBytes: size, sizeBytes: size, bytes: rest };
      // The archive goes on only when the member's bytes are read.
      for await (const _ of rest);
    }
  } catch (error) {
    // The errors of `bytes` have classes of their own.
    if (error instanceof Error && error.constructor !== Error && error.constructor !== TypeError) throw error;
    throw fault(error instanceof Error ? error.message : "damaged");
  }
}

interface TarEntry {
  header: { name: string; size: number; type?: string };
  body: ReadableStream<Uint8Array>;
}
