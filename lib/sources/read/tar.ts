import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { createTarDecoder } from "modern-tar";
import { invalid } from "../../base/errors.ts";
import type { Bytes } from "./bytes.ts";

// modern-tar (no dependencies, typed, active): the package with a stream of members; nanotar, which plugins use, wants the
// whole archive in memory, and tar-stream has four dependencies.

/** The files of a tar archive, while it arrives. Links and devices are passed over. @throws invalid for a damaged archive */
export async function* readTar(bytes: Bytes): AsyncGenerator<{ name: string; bytes: Bytes }> {
  const packed = Readable.toWeb(Readable.from(bytes)) as globalThis.ReadableStream<Uint8Array>;
  try {
    for await (const { header, body } of packed.pipeThrough(createTarDecoder()) as unknown as AsyncIterable<TarEntry>) {
      const pieces = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
      const rest = { [Symbol.asyncIterator]: () => ({ next: () => pieces.next() }) };
      if (header.type === "file" || header.type === undefined) yield { name: header.name, bytes: rest };
      // The archive goes on only when the member's bytes are read.
      for await (const _ of rest);
    }
  } catch (error) {
    if (error instanceof Error && error.constructor !== Error && error.constructor !== TypeError) throw error;
    throw invalid(null, `The tar archive is damaged: ${error instanceof Error ? error.message : "unreadable"}.`);
  }
}

interface TarEntry {
  header: { name: string; type?: string };
  body: ReadableStream<Uint8Array>;
}
