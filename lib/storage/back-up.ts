import { corrupt } from "../base/errors.ts";
import { refuseForeign } from "./migrate.ts";
import { newFile } from "./new-file.ts";
import { openSqliteReader } from "./reader.ts";

/**
 * Writes a copy of a database as it is at one moment, while others write to it. Blocks this thread. The copy has no
 * free pages, is checked, and appears at its path whole and flushed to disk, or not at all.
 * @param to a path where nothing is
 * @returns the bytes of the copy
 * @throws misconfigured when `to` exists, or `file` is no database of hoglet; corrupt when it is damaged
 */
export function backUp(file: string, to: string): Promise<number> {
  return newFile(to, "backup", (draft) => {
    copy(file, draft);
    requireSound(draft);
  });
}

function copy(file: string, draft: string): void {
  const sqlite = openSqliteReader(file, () => {});
  try {
    refuseForeign(sqlite);
    sqlite.prepare("VACUUM INTO ?").run(draft);
  } finally {
    sqlite.close();
  }
}

/** @throws corrupt when the copy is unreadable */
function requireSound(draft: string): void {
  const sqlite = openSqliteReader(draft, () => {});
  try {
    if (sqlite.pragma("quick_check(1)", { simple: true }) !== "ok")
      throw corrupt("The copy is damaged, and was removed.");
  } finally {
    sqlite.close();
  }
}
