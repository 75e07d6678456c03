import { headSum, originSum, textSum } from "../../lib/log/event-sums.ts";
import type { Db, RowOf } from "../../lib/storage/index.ts";
import type * as tables from "../../lib/storage/tables/index.ts";

/** Gives all events the checksums of what they are now, for tests that write rows by SQL; within a transaction. */
export function sumEvents(db: Db): void {
  const update = db.sql("UPDATE events SET head_sum = ?, text_sum = ?, origin_sum = ? WHERE seq = ?");
  for (const row of db.sql<RowOf<typeof tables.events>>("SELECT * FROM events").all()) {
    const { seq, project_id, event_name_id, distinct_id_id, timestamp, received_at, uuid, properties, elements } = row;
    const head = headSum([seq, project_id, event_name_id, distinct_id_id, timestamp]);
    update.run(head, textSum(properties, elements), originSum(uuid, received_at), seq);
  }
}
