import { copyFileSync, constants, existsSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Command } from "commander";
import { backUp } from "../../lib/index.ts";
import { databaseFlag, existingFile } from "../database.ts";
import { flag } from "../flag.ts";
import { printJson } from "../print.ts";

interface BackupFlags {
  db?: string;
  to?: string;
}

/** `hoglet backup`: a checked copy of a database, also while a server writes to it, with the key of its plugins' secrets. */
export function addBackup(program: Command): void {
  program
    .command("backup")
    .description("writes a checked copy of a database, also beside a running server")
    .addOption(databaseFlag())
    .addOption(flag("--to <path>", "the new file, or a folder for it (default: beside the database, by the time)"))
    .action(backup);
}

async function backup({ db, to }: BackupFlags): Promise<void> {
  const file = existingFile(db);
  const copy = toPath(file, to);
  if (!existsSync(dirname(copy))) throw new Error(`The folder ${dirname(copy)} does not exist.`);
  const key = `${file}.key`;
  if (existsSync(key) && existsSync(`${copy}.key`)) throw new Error(`${copy}.key exists: a backup replaces nothing.`);
  const bytes = await backUp(file, copy);
  if (!existsSync(key)) return printJson({ file: copy, bytes });
  // The mode of the key's file, 600, goes with the copy.
  copyFileSync(key, `${copy}.key`, constants.COPYFILE_EXCL);
  printJson({ file: copy, bytes, key: `${copy}.key` });
}

function toPath(file: string, to: string | undefined): string {
  if (to !== undefined && !(existsSync(to) && statSync(to).isDirectory())) return to;
  const time = new Date()
    .toISOString()
    .replace(/\.\d+Z$/, "Z")
    .replaceAll(":", "");
  return join(to ?? dirname(file), `${basename(file).replace(/\.db$/, "")}-${time}.db`);
}
