import type { Command } from "commander";
import { restoreCopy } from "../../lib/index.ts";
import { databaseFile, databaseFlag } from "../database.ts";
import { flag, toInstant } from "../flag.ts";
import { printJson } from "../print.ts";

interface RestoreFlags {
  from: string;
  db?: string;
  at?: string;
}

/** `hoglet restore`: a new file with the database as it was at a kept moment. */
export function addRestore(program: Command): void {
  program
    .command("restore")
    .description("writes a database as it was at a moment that hoglet copy, or the option copies, has kept")
    .addOption(flag("--from <place>", "where the copies are, as --to of hoglet copy").makeOptionMandatory())
    .addOption(databaseFlag())
    .addOption(
      flag("--at <time>", "the newest moment that is not after this ISO date-time (default: the newest)").argParser(
        toInstant,
      ),
    )
    .action(restore);
}

async function restore({ from, db, at }: RestoreFlags): Promise<void> {
  const file = databaseFile(db);
  const restored = await restoreCopy({ from, file, ...(at !== undefined && { atMs: Date.parse(at) }) });
  printJson({ file, ...restored });
}
