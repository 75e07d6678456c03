import { MAX_LISTED, RESTORE } from "./found.ts";
import type { Found } from "./found.ts";

/** Pages and indexes, as SQLite checks them. */
export function checkIntegrity({ db, find, repairs }: Found): void {
  const rows = db.sqlite.pragma(`integrity_check(${MAX_LISTED})`) as { integrity_check: string }[];
  for (const { integrity_check: message } of rows) {
    if (message === "ok") continue;
    const isIndex = /\bindex\b/i.test(message);
    if (isIndex) repairs.indexes = true;
    const advice = isIndex ? "Stop hoglet, and run `hoglet doctor <file> --repair`: it rebuilds the indexes." : RESTORE;
    find({ check: "integrity", message: `SQLite: ${message}.`, advice, is_repairable: isIndex });
  }
}
