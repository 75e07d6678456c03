import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { toVisible, toVisibleLines } from "../lib/index.ts";

// The one place from which commands write. Texts of clients, plugins and files get to terminals here: texts for people never
// steer one, whether they go there at once or through a pipe and a pager; data stays exact in pipes and files.

/** Writes a line for people, or a value of ours, to stdout. What stands in it cannot end the line. */
export function print(line: string): void {
  process.stdout.write(`${toVisible(line)}\n`);
}

/** Writes a value as a line of JSON to stdout: exact, and on a terminal with escapes for what JSON lets stand as it is. */
export function printJson(value: unknown): void {
  printData(JSON.stringify(value));
}

/** The same for a line that is JSON already. */
export function printData(line: string): void {
  process.stdout.write(`${process.stdout.isTTY ? toVisible(line) : line}\n`);
}

/** Writes a sentence for people to stderr. What stands in it cannot end the line. */
export function say(line: string): void {
  process.stderr.write(`${toVisible(line)}\n`);
}

/** Writes lines of ours to stderr; values in them were made visible before. */
export function sayLines(text: string): void {
  process.stderr.write(`${toVisibleLines(text)}\n`);
}

/**
 * Writes a text of lines to stdout: exact, and on a terminal visible. Resolves when a pipe has taken it all, or its reader has
 * seen enough, as in `hoglet query … | head`.
 * @throws Error of the system, such as that of a full disk
 */
export function write(text: string): Promise<void> {
  const shown = process.stdout.isTTY ? toVisibleLines(text) : text;
  return new Promise((resolve, reject) => {
    const settle = (error?: NodeJS.ErrnoException | null) =>
      error === undefined || error === null || error.code === "EPIPE" ? resolve() : reject(error);
    // A failure is told to the callback first; as an event that nobody hears it would end the process.
    process.stdout.once("error", settle);
    process.stdout.write(shown, settle);
  });
}

/** The same for pieces of text that end with lines. @throws Error of the system, such as that of a full disk */
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
    // The reader has seen enough, as in `hoglet export | head`.
    if ((error as NodeJS.ErrnoException).code !== "EPIPE") throw error;
  }
}

/** Where commander writes help and what is wrong with the flags: it quotes them. */
export const commanderOutput = {
  writeOut: (text: string) => void process.stdout.write(toVisibleLines(text)),
  writeErr: (text: string) => void process.stderr.write(toVisibleLines(text)),
  outputError(text: string, writeErr: (text: string) => void) {
    // What it quotes may have line ends; the hint at its end stands on a line of its own.
    const [, sentence = text, hint = ""] = /^([^]*?)(\n\(Did you mean [^\n]*\))?\n$/.exec(text) ?? [];
    writeErr(`${toVisible(sentence)}${hint}\n`);
  },
};
