import type { Command } from "commander";
import { databaseFlag, openExisting } from "../database.ts";
import { createBar } from "../progress.ts";

/** `hoglet rebuild`: the columns of a database, also while a server runs on it. */
export function addRebuild(program: Command): void {
  program
    .command("rebuild")
    .description("makes the columns that questions are answered from again")
    .addOption(databaseFlag())
    .action(rebuild);
}

async function rebuild({ db }: { db?: string }): Promise<void> {
  await using hoglet = await openExisting(db);
  const bar = await createBar("{bar} {value} of {total} blocks");
  bar.start(0, 0);
  let blocks = 0;
  try {
    await hoglet.rebuild({
      onProgress({ wanted, stored }) {
        blocks = stored;
        bar.setTotal(wanted);
        bar.update(stored);
      },
    });
  } finally {
    bar.stop();
  }
  process.stdout.write(`${JSON.stringify({ blocks })}\n`);
}
