import { toUuidText } from "../../base/ids.ts";
import { checkEvent, elementsOf, eventAt, propertiesOf, receivedAtOf, sumsOf, uuidOf } from "../../log/index.ts";
import type { SummedEvent } from "../../log/index.ts";
import type { Db } from "../../storage/index.ts";

/** The UUID of the event at a place of the log. @throws corrupt when the event is damaged */
export function readUuid(db: Db, seq: number): string {
  const event = db
    .sql(
      `SELECT e.seq, ${uuidOf("e")} AS uuid, ${receivedAtOf("e")} AS received_at, ${propertiesOf("e")} AS properties, ${elementsOf("e")} AS elements, ${sumsOf("e")} FROM ${eventAt("@seq")} e`,
    )
    .get({ seq }) as SummedEvent;
  checkEvent(db, event);
  return toUuidText(event.uuid);
}
