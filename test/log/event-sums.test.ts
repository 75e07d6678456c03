import { suite } from "uvu";
import * as assert from "uvu/assert";
import { headFault } from "../../lib/log/event-sums.ts";
import { openDatabase } from "../../lib/log/index.ts";
import { headSum } from "../../lib/log/event-sums.ts";

const fault = suite("headFault");

fault("is 1 for a changed number, for a missing checksum, and for a row of nulls", () => {
  const db = openDatabase({ file: undefined, durability: "normal" });
  const head = [7, 1, 2, 3, 1_717_200_000_123] as const;
  const read = db
    .sql<number>(
      `SELECT ${headFault("e")} FROM (SELECT ? AS seq, ? AS project_id, ? AS event_name_id, ? AS distinct_id_id, ? AS timestamp, ? AS head_sum) e`,
    )
    .pluck();
  const sum = headSum(head);
  const changed = head.map((_, place) => head.map((number, at) => (at === place ? number + 1 : number)));
  assert.equal([read.get(...head, sum), read.get(...head, -1)], [0, 0]);
  assert.equal(
    changed.map((numbers) => read.get(...numbers, sum)),
    [1, 1, 1, 1, 1],
  );
  assert.equal([read.get(...head, null), read.get(null, null, null, null, null, null)], [1, 1]);
  db.close();
});

fault.run();
