import { suite } from "uvu";
import * as assert from "uvu/assert";
import { interruptible } from "../../../lib/engines/host/interruptible.ts";
import { openDatabase } from "../../../lib/storage/index.ts";

const NUMBERS = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 10) SELECT n, -n AS m FROM c";

const wrapped = suite("interruptible");

wrapped("reads what the database itself reads", () => {
  const plain = openDatabase({ file: undefined, durability: "normal" });
  const db = interruptible(plain, () => {});
  assert.equal(db.sql(NUMBERS).all(), plain.sql(NUMBERS).all());
  assert.equal(
    [...db.sql(NUMBERS).raw(true).iterate()],
    Array.from({ length: 10 }, (_, n) => [n + 1, -n - 1]),
  );
  assert.is(db.sql("SELECT ? + 1").pluck().get(2), 3);
  assert.equal(db.sql("SELECT ? AS a").pluck().all(5), [5]);
  plain.close();
});

wrapped("asks before each statement and each row, and stops there, whereafter the connection is free", () => {
  const plain = openDatabase({ file: undefined, durability: "normal" });
  let asked = 0;
  const db = interruptible(plain, () => {
    asked += 1;
    if (asked === 5) throw new Error("enough");
  });
  const seen: unknown[] = [];
  assert.throws(() => {
    for (const row of db.sql(NUMBERS).pluck().iterate()) seen.push(row);
  }, "enough");
  assert.equal(seen, [1, 2, 3]);
  // A statement in the middle of its rows would forbid that.
  plain.sqlite.exec("VACUUM");
  plain.close();
});

wrapped.run();
