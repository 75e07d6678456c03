import type { Command } from "commander";
import { chooseEngine, clickhouseFlag } from "../clickhouse.ts";
import { databaseFlag, openExisting } from "../database.ts";
import { flag } from "../flag.ts";
import { createBar } from "../progress.ts";
import { printJson } from "../print.ts";

interface RebuildFlags {
  db?: string;
  skipBad?: true;
  compact?: true;
  clickhouse?: string;
}

/** `hoglet rebuild`: the columns of a database, also while a server runs on it; with `--clickhouse` its copy there too. */
export function addRebuild(program: Command): void {
  program
    .command("rebuild")
    .description("rebuilds the columns from the event log")
    .addOption(databaseFlag())
    .addOption(flag("--skip-bad", "leave out events that cannot be read, and list them"))
    .addOption(flag("--compact", "also compress the events and rewrite the file"))
    .addOption(clickhouseFlag())
    .action(rebuild);
}

async function rebuild({ db, skipBad, compact, clickhouse }: RebuildFlags): Promise<void> {
  await using hoglet = await openExisting(db, await chooseEngine(clickhouse));
  const bar = await createBar("{bar} {value} of {total} blocks");
  const copyBar = await createBar("{bar} {percentage} % of the copy, {entries} rows");
  bar.start(0, 0);
  try {
    const { blocks, left, bytes, entries } = await hoglet.rebuild({
      skipBad: skipBad === true,
      compact: compact === true,
      onProgress({ wanted, stored }) {
        bar.setTotal(wanted);
        bar.update(stored);
      },
      onCopy({ percent, entries: stored }) {
        if (!copyBar.isActive) {
          bar.stop();
          copyBar.start(100, 0);
        }
        copyBar.update(percent, { entries: stored });
      },
    });
    bar.stop();
    copyBar.stop();
    printJson({
      blocks,
      ...(entries !== undefined && { entries }),
      ...(skipBad === true && { left }),
      ...(bytes !== undefined && { bytes }),
    });
  } finally {
    bar.stop();
    copyBar.stop();
  }
}
