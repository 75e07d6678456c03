import { suite } from "uvu";
import * as assert from "uvu/assert";
import { mergeLists } from "../../../../lib/engines/columns/entities/merge-lists.ts";

const lists = suite("mergeLists");

lists("lists persons ascending and then the personless by their distinct ids", () => {
  const [one, other] = [Float64Array.of(2, 9, -4, -7), Float64Array.of(1, 3, -5)];
  const merged = mergeLists([
    { by: "persons", ids: one, order: "keys" },
    { by: "persons", ids: other, order: "keys" },
  ]);
  assert.equal(merged, { by: "persons", ids: Float64Array.of(1, 2, 3, 9, -4, -5, -7), order: "keys" });
});

lists("keeps the order of values, and of keys where values are equal", () => {
  const merged = mergeLists([
    { by: "persons", ids: Float64Array.of(4, 1, -3), values: Float64Array.of(9, 2, 2), order: "values" },
    { by: "persons", ids: Float64Array.of(2, -1), values: Float64Array.of(2, 2), order: "values" },
  ]);
  assert.equal(merged, {
    by: "persons",
    ids: Float64Array.of(4, 1, 2, -1, -3),
    values: Float64Array.of(9, 2, 2, 2, 2),
    order: "values",
  });
});

lists("moves the cells of each actor with it, keys descending", () => {
  const order = "values, keys descending" as const;
  const list = (keys: string[], values: number[], bits: number[]) =>
    ({
      by: "groups",
      groupTypeIndex: 1,
      keys,
      values: Float64Array.from(values),
      words: 2,
      bits: Uint32Array.from(bits),
      order,
    }) as const;
  const merged = mergeLists([list(["d", "a"], [2, 1], [1, 2, 3, 4]), list(["e", "b"], [2, 1], [5, 6, 7, 8])]);
  assert.equal(merged, list(["e", "d", "b", "a"], [2, 2, 1, 1], [5, 6, 1, 2, 7, 8, 3, 4]));
});

lists.run();
