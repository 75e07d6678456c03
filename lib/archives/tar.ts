import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { createTarDecoder } from "modern-tar";
import { reasonOf } from "./member.ts";
import type { ArchiveFault, Member } from "./member.ts";

// modern-tar (no dependencies, typed, active): the package with a stream of members; nanotar wants the whole archive in memory and
// trusts its sizes, and tar-stream has four dependencies.

/** The files of a tar, while it arrives. Folders, links and devices are passed over. */
export async function* readTar(bytes: AsyncIterable<Uint8Array>, fault: ArchiveFault): AsyncGenerator<Member> {
  const packed = Readable.toWeb(Readable.from(bytes)) as globalThis.ReadableStream<Uint8Array>;
  const members = packed.pipeThrough(createTarDecoder({ strict: true })) as unknown as AsyncIterable<TarEntry>;
  const toFault = (error: unknown) => {
    // The errors of `bytes` have classes of their own.
    const isOfTar = error instanceof Error && (error.constructor === Error || error.constructor === TypeError);
    return isOfTar ? fault(reasonOf(error)) : error;
  };
  try {
    for await (const { header, body } of members) {
      const { name, size } = header;
      const pieces = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
      // Damage is found while bytes are read: by the caller, or by the loop below.
      const next = () =>
        pieces.next().catch((error: unknown) => {
          throw toFault(error);
        });
      const rest = { [Symbol.asyncIterator]: () => ({ next }) };
      if (header.type === "file" || header.type === undefined)
        yield { name, packedBytes: size, sizeBytes: size, bytes: rest };
      // The archive goes on only when the member's bytes are read.
      for await (const _ of rest);
    }
  } catch (error) {
    throw toFault(error);
  }
}

interface TarEntry {
  header: { name: string; size: number; type?: string };
  body: ReadableStream<Uint8Array>;
}
