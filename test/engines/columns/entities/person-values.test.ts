import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createPersonValues } from "../../../../lib/engines/columns/entities/person-values.ts";
import { loadCase, openEmpty } from "../../../questions/load-case.ts";

const values = suite("createPersonValues");

values("gives a property of each person of the project, whatever its key and value", () => {
  const db = openEmpty();
  const now = "2024-01-01T00:00:00Z";
  const odd = [null, "null", 1, "1", "", true, [1, { a: null }], 'ü"\\'];
  const keys = ["plan", 'a"b', "a.b", "__proto__"];
  const persons = [undefined, ...odd].map((value) => ({
    distinct_ids: [],
    properties: Object.fromEntries(value === undefined ? [] : keys.map((key) => [key, value])),
  }));
  const first = loadCase(db, { now, persons });
  const other = loadCase(db, { now, persons: [{ distinct_ids: [], properties: { plan: "other" } }] });
  const store = createPersonValues(db);
  for (const key of keys) {
    const { codes, values: list } = store.column(first.id, key, "1");
    assert.equal(
      Array.from(codes, (code) => list[code]),
      [undefined, undefined, ...odd.map((value) => value ?? undefined), undefined],
      key,
    );
  }
  const { codes, values: list } = store.column(other.id, "plan", "1");
  assert.is(list[codes.at(-1) ?? 0], "other");
  assert.is(store.column(other.id, "plan", "1").codes, codes);
  db.sql("UPDATE persons SET properties = '{}'").run();
  assert.equal(store.column(other.id, "plan", "2").values, [undefined]);
});

values.run();
