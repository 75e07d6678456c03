import { checkBlock } from "../../engines/columns/index.ts";
import type { BlockPlace } from "../../engines/columns/index.ts";
import { RESTORE } from "./found.ts";
import type { Found } from "./found.ts";
import { sayDamaged } from "./damaged-event.ts";

/** Compares the columns of a block with their checksums and with the event log. */
export function checkColumns({ db, find, repairs }: Found, place: BlockPlace): void {
  const { damaged, differing, log } = checkBlock(db, place);
  const where = `block ${place.block} of project ${place.projectId}`;
  if (damaged.length > 0) repairs.blocks.push(place);
  for (const column of damaged) {
    find({
      check: "columns",
      message: `The column ${JSON.stringify(column ?? "directory")} of ${where} is not as it was stored.`,
      advice: "Run `hoglet doctor <file> --repair`, or ask a question about it: it is rebuilt from the event log.",
      is_repairable: true,
    });
  }
  if (differing.length > 0) {
    find({
      check: "columns",
      message: `The event log differs from the columns of ${where} (${differing.join(", ")}), whose checksums are right.`,
      advice: `Names, times or ids of events are damaged in the log. ${RESTORE}`,
      is_repairable: false,
    });
  }
  for (const damagedEvent of log) sayDamaged(find, damagedEvent);
}
