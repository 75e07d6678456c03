import { allEvents } from "../../log/index.ts";
import type { Found } from "./found.ts";

/** The index of events against the log. */
export function checkEventIndex({ db, find, repairs }: Found): void {
  const wrong = db
    .sql(
      `SELECT count(*) FROM ${allEvents()} e LEFT JOIN event_index i ON i.seq = e.seq
        WHERE e.seq <= (SELECT max(seq) FROM event_index) AND (i.seq IS NULL OR i.distinct_id_id <> e.distinct_id_id
          OR i.event_name_id <> e.event_name_id OR i.timestamp <> e.timestamp)`,
    )
    .pluck()
    .get() as number;
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
