import { readFileSync, statSync } from "node:fs";
import type { NameKind } from "./candidates.ts";
import { databaseFile, openDatabase } from "../database.ts";

/** Bytes of the largest database whose names are offered: a key press may take a fraction of a second. */
const MOST_BYTES = 64 * 1024 * 1024;
/** Names that are offered, most frequent first. */
const MOST_NAMES = 200;

/** The names in the database of a command line; none for a large, missing or damaged file. */
export async function readNames(kind: NameKind, words: readonly string[]): Promise<string[]> {
  const place = words.findLastIndex((word) => word === "--db");
  const named =
    place >= 0 ? words[place + 1] : words.findLast((word) => word.startsWith("--db="))?.slice("--db=".length);
  const file = databaseFile(named);
  try {
    if (statSync(file).size > MOST_BYTES) return [];
    // A copy in memory: a key press changes no file, and brings none to a newer form.
    await using hoglet = await openDatabase({ contents: readFileSync(file) });
    if (kind === "events") {
      const { results } = await hoglet.definitions.events({ limit: MOST_NAMES });
      return results.map(({ name }) => name);
    }
    const { results } = await hoglet.savedInsights.list({ limit: MOST_NAMES });
    return results.map(({ name }) => name).filter((name) => name !== "");
  } catch {
    // The line is being typed: its file may not be there yet.
    return [];
  }
}
