import { closeSync, openSync, writeSync } from "node:fs";
import { basename } from "node:path";
import type { BadSourceRecord } from "../../lib/index.ts";

/** The file of records that an import left out: one JSON object a line. It appears with the first of them. */
export interface SkippedFile {
  readonly path: string;
  /** Records written so far. */
  readonly count: number;
  add(bad: BadSourceRecord): void;
  close(): void;
}

/** @param path null = named after the input, in the current folder */
export function openSkippedFile(path: string | null, input: string): SkippedFile {
  const name = input === "-" ? "stdin" : basename(input) || "import";
  const place = path ?? `${name}.skipped.ndjson`;
  let file: number | undefined;
  let count = 0;
  return {
    path: place,
    get count() {
      return count;
    },
    add(bad) {
      // Records of people: for the user alone.
      file ??= openSync(place, "w", 0o600);
      writeSync(file, `${JSON.stringify(bad)}\n`);
      count += 1;
    },
    close() {
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
}
