import { suite } from "uvu";
import * as assert from "uvu/assert";
import { columnKeys, fromColumns, toColumns } from "../../../lib/storage/queries/index.ts";

const LIKE = {
  name: "",
  is_static: false,
  tags: [] as string[],
  filters: {} as object,
  derived_name: null as string | null,
};
const FIELDS = { name: "a\0b", is_static: true, tags: ["x"], filters: { a: 1 }, derived_name: null };
const ROW = { name: "a\ufffdb", isStatic: 1, tags: '["x"]', filters: '{"a":1}', derivedName: null };

const converting = suite("columns of fields");

converting("truths are numbers, lists and objects JSON, and texts without NUL", () => {
  assert.equal(toColumns(FIELDS, LIKE), ROW);
  assert.equal(columnKeys(LIKE), Object.keys(ROW) as never);
});

converting("and back", () => {
  assert.equal(fromColumns({ ...ROW, createdAt: 5 }, LIKE), { ...FIELDS, name: "a\ufffdb" });
});

converting.run();
