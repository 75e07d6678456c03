import { suite } from "uvu";
import * as assert from "uvu/assert";
import { cutPage } from "../../../../lib/engines/columns/entities/actor-list.ts";
import type { WholeList } from "../../../../lib/engines/columns/entities/actor-list.ts";

const pages = suite("cutPage");

pages("follows the order of values, of equal values the order of keys", () => {
  const list: WholeList = {
    by: "persons",
    ids: Float64Array.of(7, 3, 4, -2, 1),
    values: Float64Array.of(9, 5, 5, 5, -1),
    order: "values",
  };
  const page = cutPage(list, { after: { key: 3, value: 5 }, skip: 0, limit: 2 });
  assert.equal(page, {
    by: "persons",
    ids: Float64Array.of(4, -2),
    values: Float64Array.of(5, 5),
    next: { key: -2, value: 5 },
  });
  const idsAfter = (key: number, value: number) => {
    const found = cutPage(list, { after: { key, value }, skip: 0, limit: 9 });
    return "ids" in found ? [...found.ids] : [];
  };
  // The actor of a cursor need not be in the list.
  assert.equal(idsAfter(5, 6), [3, 4, -2, 1]);
  assert.equal(idsAfter(6, 5), [-2, 1]);
  assert.equal(idsAfter(9, -1), []);
});

pages("keeps the cells of each actor, whose keys may descend", () => {
  const list: WholeList = {
    by: "persons",
    ids: Float64Array.of(4, 3, -1, -2),
    values: Float64Array.of(2, 1, 1, 1),
    words: 2,
    bits: Uint32Array.of(1, 2, 3, 4, 5, 6, 7, 8),
    order: "values, keys descending",
  };
  assert.equal(cutPage(list, { after: { key: 3, value: 1 }, skip: 1, limit: 5 }), {
    by: "persons",
    ids: Float64Array.of(-2),
    values: Float64Array.of(1),
    words: 2,
    bits: Uint32Array.of(7, 8),
    next: null,
  });
});

pages("compares keys of groups by UTF-16 units", () => {
  const list: WholeList = { by: "groups", groupTypeIndex: 2, keys: ["B", "a", "é"], order: "keys" };
  const after = { key: "a" };
  assert.equal(cutPage(list, { after, skip: 0, limit: 1 }), {
    by: "groups",
    groupTypeIndex: 2,
    keys: ["é"],
    next: null,
  });
  const next = { key: "B" };
  assert.equal(cutPage(list, { after: { key: "A" }, skip: 0, limit: 1 }), {
    by: "groups",
    groupTypeIndex: 2,
    keys: ["B"],
    next,
  });
});

pages.run();
