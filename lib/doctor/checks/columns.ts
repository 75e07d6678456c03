import { checkBlock } from "../../engines/columns/index.ts";
import type { BlockPlace } from "../../engines/columns/index.ts";
import { RESTORE } from "./found.ts";
import type { Found } from "./found.ts";
import { sayDamaged } from "./damaged-event.ts";

/**
 * Compares the columns of a block with their checksums and with the event log.
 * @returns true for a block without checksums, stored by an older version
 */
export function checkColumns({ db, find, repairs }: Found, place: BlockPlace): boolean {
  const { stored, damaged, differing, log } = checkBlock(db, place);
  const where = `block ${place.block} of project ${place.projectId}`;
  if (stored === "old" || damaged.length > 0) repairs.blocks.push(place);
  for (const column of damaged) {
    find({
      check: "columns",
      message: `The column ${JSON.stringify(column ?? "directory")} of ${where} is not as it was stored.`,
      advice: "Run `hoglet doctor <file> --repair`, or ask a question about it: it is rebuilt from the event log.",
      is_repairable: true,
    });
  }
  if (differing.length > 0) {
    if (stored === "old") repairs.blocks.push(place);
    find({
      check: "columns",
      message: `The event log differs from the columns of ${where} (${differing.join(", ")}), whose checksums are right.`,
      advice: `Names, times or ids of events are damaged in the log. ${RESTORE}`,
      is_repairable: false,
    });
  }
  for (const damagedEvent of log) sayDamaged(find, damagedEvent);
  return stored === "old";
}

/** Blocks without checksums: how many. */
export function reportOld({ find }: Found, count: number): void {
  find({
    check: "columns",
    severity: "warning",
    message: `${count} blocks have columns without checksums: an older hoglet stored them.`,
    advice: "A running hoglet makes them again by itself; or run `hoglet doctor <file> --repair`.",
    is_repairable: true,
  });
}
