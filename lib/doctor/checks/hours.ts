import { checkLog } from "../../log/index.ts";
import type { Found } from "./found.ts";

/**
 * Compares the hours by which events of chunks are found in order of time with the chunks. A list of events would miss
 * the events of an hour that is missing.
 */
export function checkHours({ db, find, repairs }: Found): void {
  if (!checkLog(db, "hours")) return;
  repairs.hours = true;
  find({
    check: "hours",
    message: "The table that finds events of chunks by their hour differs from the chunks.",
    advice: "Run `hoglet doctor <file> --repair`: it is made again from the event log.",
    is_repairable: true,
  });
}
