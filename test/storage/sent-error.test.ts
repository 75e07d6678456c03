import { suite } from "uvu";
import * as assert from "uvu/assert";
import { fromSent, toSent } from "../../lib/storage/index.ts";
import { HogletError, invalid, unavailable } from "../../lib/base/errors.ts";
import { openDatabase } from "../../lib/log/index.ts";

/** Sends an error to another thread, and returns it as it arrives. */
function cross(error: unknown): unknown {
  return fromSent(structuredClone(toSent(error)));
}

const errors = suite("toSent and fromSent");

errors("keep everything that an error of ours says", () => {
  for (const sent of [invalid("events__0__id", "Unknown."), unavailable("database_busy", "Busy.", new Error("why"))]) {
    const found = cross(sent) as HogletError;
    assert.instance(found, HogletError);
    assert.equal(JSON.stringify(found), JSON.stringify(sent));
    assert.equal(
      [found.message, found.status, found.retryAfterSeconds],
      [sent.message, sent.status, sent.retryAfterSeconds],
    );
  }
  const found = cross(unavailable("database_busy", "Busy.", new Error("why")));
  assert.match(String((found as HogletError).cause), /why/);
});

errors("make SQLite's errors ours, as they are in one thread, and leave others what they are", () => {
  const db = openDatabase({ file: undefined, durability: "normal" });
  try {
    db.sql("INSERT INTO log_changes (id, deletions) VALUES (1, 0)").run();
    assert.unreachable();
  } catch (error) {
    assert.is((cross(error) as HogletError).status, 500);
  }
  db.close();
  const found = cross(new TypeError("a defect"));
  assert.instance(found, TypeError);
  assert.is((found as TypeError).message, "a defect");
});

errors.run();
