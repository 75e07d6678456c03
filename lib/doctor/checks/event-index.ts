import { checkLog } from "../../log/index.ts";
import type { Found } from "./found.ts";

/** Compares the index of events with the log. */
export function checkEventIndex({ db, find, repairs }: Found): void {
  const wrong = checkLog(db, "index");
  if (wrong === 0) return;
  repairs.eventIndex = true;
  find({
    check: "event_index",
    message: `The index that finds events by person and name differs from ${wrong} events.`,
    advice:
      "Run `hoglet doctor <file> --repair`: it rebuilds the index. If the event itself is damaged, the checks `log` or `columns` report it.",
    is_repairable: true,
  });
}
