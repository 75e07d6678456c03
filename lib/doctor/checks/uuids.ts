import { checkLog } from "../../log/index.ts";
import type { Found } from "./found.ts";

/** Checks the lists of uuids: a list that misses an event would let capture store that event twice. */
export function checkUuids({ db, find, repairs }: Found): void {
  for (const block of checkLog(db, "uuids")) {
    repairs.uuids.push(block);
    find({
      check: "uuids",
      message: `The list that finds the events of block ${block} by their uuids is not as it was stored.`,
      advice: "Run `hoglet doctor <file> --repair`: it makes the list again from the event log.",
      is_repairable: true,
    });
  }
}
