import { checkLog } from "../../log/index.ts";
import { MAX_LISTED, RESTORE } from "./found.ts";
import type { Found } from "./found.ts";

/** Checks pages and indexes by SQLite's own check. */
export function checkIntegrity({ db, find, repairs }: Found): void {
  const isHidden = checkLog(db, "hidden");
  if (isHidden) find({ check: "integrity", message: HIDDEN, advice: RESTORE });
  const rows = db.sqlite.pragma(`integrity_check(${MAX_LISTED})`) as { integrity_check: string }[];
  for (const { integrity_check: message } of rows) {
    if (message === "ok") continue;
    // A new index would know no more than the table shows.
    const isIndex = /\bindex\b/i.test(message) && !isHidden;
    if (isIndex) repairs.indexes = true;
    const advice = isIndex ? "Stop hoglet, and run `hoglet doctor <file> --repair`: it rebuilds the indexes." : RESTORE;
    find({ check: "integrity", message: `SQLite: ${message}.`, advice, is_repairable: isIndex });
  }
}

const HIDDEN = "Damage hides events: an index or the table of hours knows of some that the event log does not show.";
