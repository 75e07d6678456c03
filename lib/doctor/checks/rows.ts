import { rowFault, SUMMED_TABLES } from "../../storage/index.ts";
import { mendRow } from "../mend-row.ts";
import { MAX_LISTED, RESTORE } from "./found.ts";
import type { Found } from "./found.ts";

/** Compares the checksums of persons, distinct ids, groups and event names. */
export function checkRows({ db, find, repairs }: Found): void {
  for (const table of SUMMED_TABLES) {
    const ids = db
      .sql<number>(`SELECT t.id FROM ${table} t NOT INDEXED WHERE ${rowFault(table, "t")} LIMIT ?`)
      .pluck()
      .all(MAX_LISTED);
    for (const id of ids) {
      const mend = mendRow(db, table, id);
      if (mend !== null) repairs.rows.push(mend);
      find({
        check: "rows",
        message: `Row ${id} of ${table} is not as it was stored.`,
        advice:
          mend === null
            ? RESTORE
            : "Stop hoglet, and run `hoglet doctor <file> --repair`: an index has the values of before the damage.",
        is_repairable: mend !== null,
      });
    }
  }
}
