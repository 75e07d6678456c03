import { checkLog } from "../../log/index.ts";
import { RESTORE } from "./found.ts";
import type { Found } from "./found.ts";

/** Finds rows that refer to rows which are not there. */
export function checkReferences({ db, find }: Found): void {
  const broken = db.sqlite.pragma("foreign_key_check") as { table: string; rowid: number | null; parent: string }[];
  for (const { table, rowid, parent } of broken) {
    find({
      check: "references",
      message: `Row ${rowid ?? "?"} of ${table} refers to a row of ${parent} that is not there.`,
      advice: RESTORE,
    });
  }
  for (const { seq, of } of checkLog(db, "references")) {
    find({ check: "references", message: `The event with seq ${seq} has lost its ${of}.`, advice: RESTORE });
  }
}
