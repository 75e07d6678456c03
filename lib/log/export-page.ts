import { toUuidText } from "../base/ids.ts";
import type { Db } from "../storage/index.ts";
import { rowFault } from "../storage/index.ts";
import { requireAllEvents } from "./all-events.ts";
import { soundUuid } from "./damaged-event.ts";
import { eventsInWalk } from "./event-rows.ts";
import { checkEvent, ofProject, sumsOf } from "./event-sums.ts";
import type { SummedEvent } from "./event-sums.ts";
import { elementsOf, propertiesOf, receivedAtOf, uuidOf } from "./event-texts.ts";
import { placesOf } from "./read-places.ts";
import type { LogStretch } from "./read-places.ts";

/** A sound event. */
export interface ExportedEvent {
  event: string;
  distinct_id: string;
  timestamp: number;
  uuid: string;
  properties: string;
  elements: string | null;
}

/** A stretch of the log during an export. */
export interface ExportPage {
  /** The place at which it ends. */
  last: number;
  /** @throws corrupt when damage hides events */
  requireAll(): void;
  /** The project's events, in the order of arrival. Two functions for all of them: a closure for each cost 8 % of an export. */
  events: SummedEvent[];
  /** Empty = damaged too. */
  uuidOf(event: SummedEvent): string;
  /** @throws corrupt, or RangeError, when the event, or a row that it refers to, is damaged */
  read(event: SummedEvent): ExportedEvent;
}

interface Row extends SummedEvent {
  /** Null = the name's row is lost. */
  event: string | null;
  distinct_id: string | null;
  timestamp: number;
  /** 1 = a referred row is damaged. */
  fault: number;
  /** 0 = of another project, whose texts are not read. */
  is_own: number;
}

const SELECT_PAGE = `SELECT e.seq, ${ofProject("e")} AS is_own, e.timestamp, ${uuidOf("e")} AS uuid, ${receivedAtOf("e")} AS received_at, ${sumsOf("e")},
    n.name AS event, d.distinct_id, ${rowFault("event_names", "n")} OR ${rowFault("distinct_ids", "d")} AS fault,
    iif(${ofProject("e")}, ${propertiesOf("e")}, NULL) AS properties, iif(${ofProject("e")}, ${elementsOf("e")}, NULL) AS elements
  FROM ${eventsInWalk("@first", "@last")} e
    LEFT JOIN event_names n ON n.id = e.event_name_id
    LEFT JOIN distinct_ids d ON d.id = e.distinct_id_id
  ORDER BY e.seq`;

/** Finds events with a damaged place too: see `eventsInWalk`. */
export function readExportPage(db: Db, projectId: number, stretch: LogStretch): ExportPage {
  const places = placesOf(db, stretch);
  const rows = db.sql<Row>(SELECT_PAGE).all({ ...places, projectId });
  return {
    last: places.last,
    requireAll: () =>
      requireAllEvents(
        db,
        places,
        rows.map(({ seq }) => seq),
      ),
    // A damaged place may be any; sound rows beyond belong to later pages.
    events: rows.filter(
      ({ seq, is_own: isOwn, head_fault: fault }) => isOwn === 1 && (seq <= places.last || fault === 1),
    ),
    uuidOf: ({ uuid }) => soundUuid(uuid),
    read: (event) => toExported(db, event as Row),
  };
}

function toExported(db: Db, row: Row): ExportedEvent {
  if (row.fault !== 0) throw new RangeError("It is damaged, or a row that it refers to.");
  checkEvent(db, row);
  const { event, distinct_id, timestamp, properties, elements } = row;
  if (event === null || distinct_id === null) throw new RangeError("A row that it refers to is lost.");
  return { event, distinct_id, timestamp, uuid: toUuidText(row.uuid), properties, elements };
}
