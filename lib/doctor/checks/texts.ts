import { unpackTexts } from "../../storage/index.ts";
import type { Found } from "./found.ts";

/** Looks for texts that a program left behind which deleted events by SQL. Damaged chunks are damaged events, see `columns.ts`. */
export function checkTexts({ db, find, repairs }: Found): void {
  const left = db
    .sql<number>("SELECT value FROM json_each(?) WHERE NOT EXISTS (SELECT 1 FROM events WHERE seq = value) ORDER BY 1")
    .pluck();
  // Events that lie whole in their chunk have no row.
  for (const data of db.sql<Buffer>("SELECT data FROM event_texts WHERE events IS NULL").pluck().iterate()) {
    repairs.texts.push(...left.all(JSON.stringify(unpackTexts(data)?.seqs ?? [])));
  }
  if (repairs.texts.length === 0) return;
  find({
    check: "texts",
    message: `The texts of ${repairs.texts.length} events are there without their events, which something other than hoglet deleted.`,
    advice: "Run `hoglet doctor <file> --repair`: it erases them.",
    is_repairable: true,
  });
}
