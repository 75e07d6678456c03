import type { Command } from "commander";
import { databaseFlag, openExisting } from "../database.ts";
import { flag } from "../flag.ts";
import { createBar } from "../progress.ts";
import { printJson } from "../print.ts";

interface RebuildFlags {
  db?: string;
  skipBad?: true;
}

/** `hoglet rebuild`: the columns of a database, also while a server runs on it. */
export function addRebuild(program: Command): void {
  program
    .command("rebuild")
    .description("rebuilds the columns from the event log")
    .addOption(databaseFlag())
    .addOption(flag("--skip-bad", "leave out events that cannot be read, and list them"))
    .action(rebuild);
}

async function rebuild({ db, skipBad }: RebuildFlags): Promise<void> {
  await using hoglet = await openExisting(db);
  const bar = await createBar("{bar} {value} of {total} blocks");
  bar.start(0, 0);
  try {
    const { blocks, left } = await hoglet.rebuild({
      skipBad: skipBad === true,
      onProgress({ wanted, stored }) {
        bar.setTotal(wanted);
        bar.update(stored);
      },
    });
    bar.stop();
    printJson(skipBad === true ? { blocks, left } : { blocks });
  } finally {
    bar.stop();
  }
}
