import type { Command } from "commander";
import { openFileCopies } from "../../lib/index.ts";
import { databaseFlag, existingFile } from "../database.ts";
import { flag } from "../flag.ts";
import { printJson } from "../print.ts";
import { stderrLogger } from "../stderr-logger.ts";
import { stopSignal } from "../stop-signal.ts";

interface CopyFlags {
  db?: string;
  to: string;
  every?: string;
  keep?: string;
}

/** `hoglet copy`: a moment of a database more in its copies, also beside a running server; with --every until SIGINT or SIGTERM. */
export function addCopy(program: Command): void {
  program
    .command("copy")
    .description("stores what has changed since the last copy, in a folder or S3, also beside a running server")
    .addOption(databaseFlag())
    .addOption(
      flag("--to <place>", "a folder, s3://bucket/prefix, or https://host/bucket/prefix").makeOptionMandatory(),
    )
    .addOption(flag("--every <span>", "go on, with a copy every 10s to 12h (default: one copy)"))
    .addOption(flag("--keep <span>", "age for which copies are kept (7d)"))
    .action(copy);
}

async function copy({ db, to, every, keep }: CopyFlags): Promise<void> {
  const file = existingFile(db);
  const options = { to, ...(every !== undefined && { every }), ...(keep !== undefined && { keep }) };
  await using copies = openFileCopies(file, options, stderrLogger);
  printJson(await copies.now());
  if (every === undefined) return;
  copies.start();
  await stopSignal();
}
