import { checkLog } from "../../log/index.ts";
import type { Found } from "./found.ts";

/** The hours by which events of chunks are found in order of time. A list of events would miss those of an hour that is missing. */
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
