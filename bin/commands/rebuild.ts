import type { Command } from "commander";
import { databaseFlag, openExisting } from "../database.ts";
import { flag } from "../flag.ts";
import { createBar } from "../progress.ts";
import { printJson } from "../print.ts";

interface RebuildFlags {
  db?: string;
  skipBad?: true;
  compact?: true;
}

/** `hoglet rebuild`: the columns of a database, also while a server runs on it. */
export function addRebuild(program: Command): void {
  program
    .command("rebuild")
    .description("rebuilds the columns from the event log")
    .addOption(databaseFlag())
    .addOption(flag("--skip-bad", "leave out events that cannot be read, and list them"))
    .addOption(flag("--compact", "also compress the events and rewrite the file, for a file of an older hoglet"))
    .action(rebuild);
}

async function rebuild({ db, skipBad, compact }: RebuildFlags): Promise<void> {
  await using hoglet = await openExisting(db);
  const bar = await createBar("{bar} {value} of {total} blocks");
  bar.start(0, 0);
  try {
    const { blocks, left, bytes } = await hoglet.rebuild({
      skipBad: skipBad === true,
      compact: compact === true,
      onProgress({ wanted, stored }) {
        bar.setTotal(wanted);
        bar.update(stored);
      },
    });
    bar.stop();
    printJson({ blocks, ...(skipBad === true && { left }), ...(bytes !== undefined && { bytes }) });
  } finally {
    bar.stop();
  }
}
