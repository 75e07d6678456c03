import { Readable } from "node:stream";
import { ReadableStream } from "node:stream/web";
import { TextDecoder } from "../base/platform.ts";
import { invalid } from "../base/errors.ts";

/** A line (text, or an object), or a piece of a byte stream. */
export type SourceItem = string | Uint8Array | object;

/**
 * NDJSON text or bytes, an (async) iterable of lines or objects, or a stream. Pieces of a stream (Node's or the web's,
 * and bytes from any source) may end in the middle of a line; other texts of an iterable end with their line.
 */
export type Source = string | Uint8Array | Iterable<SourceItem> | AsyncIterable<SourceItem>;

/** A line that is not blank. */
export interface SourceLine {
  /** The line's number from 1; blank lines and objects count. */
  number: number;
  content: unknown;
}

/** Some 10 ms of work between two turns of the event loop. */
const BATCH_LINES = 500;
/** Characters in one batch, so that long lines take little memory. */
const BATCH_CHARS = 4 * 1024 * 1024;
/**
 * Longest line, in characters: a file without line ends (a binary file) must not fill the memory before it is refused.
 */
const MAX_LINE_CHARS = 64 * 1024 * 1024;

/** Reads a source in batches of lines. LF and CRLF end lines; the last line may have no end; a BOM is skipped. */
export async function* readLines(source: Source): AsyncGenerator<SourceLine[]> {
  const split = createSplitter(isTextStream(source));
  let batch: SourceLine[] = [];
  let number = 0;
  let chars = 0;
  for await (const item of toItems(source)) {
    for (const content of split(item)) {
      number += 1;
      const line = number === 1 ? withoutBom(content) : content;
      if (typeof line === "string" && !/\S/.test(line)) continue;
      batch.push({ number, content: line });
      chars += typeof line === "string" ? line.length : 0;
      if (batch.length < BATCH_LINES && chars < BATCH_CHARS) continue;
      yield batch;
      batch = [];
      chars = 0;
    }
  }
  if (batch.length > 0) yield batch;
}

const END = Symbol("end of source");

async function* toItems(source: Source): AsyncGenerator<SourceItem | typeof END> {
  if (typeof source === "string" || source instanceof Uint8Array) yield source;
  else if (isIterable(source)) yield* source;
  else throw invalid("source", "Expected NDJSON text or an iterable of lines or objects.");
  yield END;
}

function isIterable(source: unknown): boolean {
  return typeof source === "object" && source !== null && (Symbol.asyncIterator in source || Symbol.iterator in source);
}

function isTextStream(source: Source): boolean {
  return source instanceof ReadableStream || (source instanceof Readable && !source.readableObjectMode);
}

/** Keeps the unfinished end of a piece for the next piece. */
function createSplitter(isStream: boolean): (item: unknown) => Generator<unknown> {
  const decoder = new TextDecoder();
  let rest = "";

  function* cut(text: string): Generator<string> {
    let start = 0;
    for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", start)) {
      yield rest + text.slice(start, end);
      rest = "";
      start = end + 1;
    }
    rest += text.slice(start);
    if (rest.length > MAX_LINE_CHARS) throw invalid(null, `A line is longer than ${MAX_LINE_CHARS} characters.`);
  }

  function* finish(): Generator<string> {
    if (rest !== "") yield rest;
    rest = "";
  }

  return function* split(item) {
    if (item instanceof Uint8Array) {
      yield* cut(decoder.decode(item, { stream: true }));
    } else if (typeof item === "string") {
      yield* cut(item);
      // A blank text counts, so that line numbers are positions in the iterable.
      if (!isStream) yield* item === "" ? [""] : finish();
    } else if (item === END) {
      yield* cut(decoder.decode());
      yield* finish();
    } else {
      yield* finish();
      yield item;
    }
  };
}

function withoutBom(line: unknown): unknown {
  return typeof line === "string" && line.startsWith("\ufeff") ? line.slice(1) : line;
}
