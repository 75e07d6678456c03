import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
// Not from lib/index.ts: the single executable bundles this file, and prints before it has unpacked the library.
import { toVisible, toVisibleLines } from "../lib/base/visible.ts";

// The only place that writes output. Texts of clients, plugins and files reach terminals here: text for people must
// never control a terminal, directly or through a pipe and a pager; data stays exact in pipes and files.

/** Writes a line for people, or a value of hoglet's, to stdout. Its content cannot end the line. */
export function print(line: string): void {
  process.stdout.write(`${toVisible(line)}\n`);
}

/** Writes a value as a line of JSON to stdout: exact, and on a terminal with escapes for invisible characters. */
export function printJson(value: unknown): void {
  printData(JSON.stringify(value));
}

/** Writes a line that is JSON already, in the same way. */
export function printData(line: string): void {
  process.stdout.write(`${process.stdout.isTTY ? toVisible(line) : line}\n`);
}

/** Writes a sentence for people to stderr. Its content cannot end the line. */
export function printMessage(line: string): void {
  process.stderr.write(`${toVisible(line)}\n`);
}

/** Writes several lines of hoglet's to stderr; their values must have been made visible before. */
export function printMessages(text: string): void {
  process.stderr.write(`${toVisibleLines(text)}\n`);
}

/**
 * Writes a text of lines to stdout: exact, and on a terminal visible. Resolves when a pipe has read it all, or its
 * reader has closed it, as in `hoglet query … | head`.
 * @throws Error of the system, such as that of a full disk
 */
export function write(text: string): Promise<void> {
  const shown = process.stdout.isTTY ? toVisibleLines(text) : text;
  return new Promise((resolve, reject) => {
    const settle = (error?: NodeJS.ErrnoException | null) =>
      error === undefined || error === null || error.code === "EPIPE" ? resolve() : reject(error);
    // The callback gets a failure first; as an event without a listener it would end the process.
    process.stdout.once("error", settle);
    process.stdout.write(shown, settle);
  });
}

/** Colours, and the clearing of a terminal. */
// oxlint-disable-next-line no-control-regex -- these are the sequences that may pass
const OF_DRAWINGS = /(\u001b\[[0-9;]*[mHJ])/;

/** Writes a drawing of hoglet's with colours to stdout; its values must have been made visible before. */
export function printDrawing(text: string): void {
  const pieces = text.split(OF_DRAWINGS).map((piece, at) => (at % 2 === 0 ? toVisibleLines(piece) : piece));
  process.stdout.write(pieces.join(""));
}

/**
 * Writes pieces of text that end with lines, in the same way. @throws Error of the system, such as that of a full disk
 */
export async function writePieces(pieces: AsyncIterable<string>): Promise<void> {
  const show = new Transform({
    decodeStrings: false,
    encoding: "utf8",
    transform(piece: string, _, done) {
      done(null, process.stdout.isTTY ? toVisibleLines(piece) : piece);
    },
  });
  try {
    await pipeline(pieces, show, process.stdout, { end: false });
  } catch (error) {
    // The reader has closed the pipe, as in `hoglet export | head`.
    if ((error as NodeJS.ErrnoException).code !== "EPIPE") throw error;
  }
}

/** Writes bytes to stdout, for programs alone: check that it is no terminal. @throws Error of the system, such as that of a full disk */
export async function writeBytes(pieces: AsyncIterable<string | Uint8Array>): Promise<void> {
  try {
    await pipeline(pieces, process.stdout, { end: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPIPE") throw error;
  }
}

/** Receives commander's help, and its errors about flags, which quote them. */
export const commanderOutput = {
  writeOut: (text: string) => void process.stdout.write(toVisibleLines(text)),
  writeErr: (text: string) => void process.stderr.write(toVisibleLines(text)),
  outputError(text: string, writeErr: (text: string) => void) {
    // The quoted text may have line ends; the hint at the end stands on a line of its own.
    const [, sentence = text, hint = ""] = /^([^]*?)(\n\(Did you mean [^\n]*\))?\n$/.exec(text) ?? [];
    writeErr(`${toVisible(sentence)}${hint}\n`);
  },
};
