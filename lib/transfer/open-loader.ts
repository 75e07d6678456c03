import { closed } from "../base/errors.ts";
import { filePath } from "../storage/index.ts";
import type { Db } from "../storage/index.ts";
import { createLoader } from "./loader.ts";
import type { Loader, LoaderSettings } from "./loader.ts";
import { startLoader } from "./loader-thread.ts";
import type { StagedLine } from "./staged-line.ts";
import type { BadLine } from "./tally.ts";

/**
 * Batches of lines up to which an import stays in the caller's thread: 2,000 lines move in about 15 ms (measured), and a
 * thread takes longer to start. More hold the event loop longer.
 */
const FEW_BATCHES = 4;

/**
 * Opens the loader of an import: over the caller's connection for a few lines and for a database in memory, which no other
 * thread can see; in a thread as soon as there are more, which stages the first lines once more.
 * Only the thread compresses texts: the events of a few lines are rows like captured events.
 */
export function openLoader(db: Db, { isPacked = false, ...options }: LoaderSettings): Loader {
  const file = filePath(db);
  let loader = createLoader(db, options);
  if (file === undefined) return loader;

  /** Lines for the thread; null = the thread has got the lines. */
  let first: StagedLine[][] | null = [];
  const told = new Set<number>();
  const handOver = async (batches: StagedLine[][]): Promise<BadLine[]> => {
    await loader.close();
    // The source goes on meanwhile, and may close the handle.
    if (!db.sqlite.open) throw closed();
    // The thread opens the file that is at the path now.
    db.requireFile(true);
    loader = startLoader(db, file, { ...options, isPacked });
    const bad: BadLine[] = [];
    for (const lines of batches) bad.push(...(await loader.put(lines)).bad);
    // Another writer may have taken an id since.
    return bad.filter(({ line }) => !told.has(line));
  };
  return {
    async put(lines) {
      let late: BadLine[] = [];
      if (first !== null && first.length === FEW_BATCHES) {
        late = await handOver(first);
        first = null;
      }
      const report = await loader.put(lines);
      if (first === null) return { ...report, bad: [...late, ...report.bad] };
      first.push(lines);
      for (const { line } of report.bad) told.add(line);
      return report;
    },
    move: (given) => loader.move(given),
    moveMembers: () => loader.moveMembers(),
    pending: (afterLine) => loader.pending(afterLine),
    close: () => loader.close(),
  };
}
