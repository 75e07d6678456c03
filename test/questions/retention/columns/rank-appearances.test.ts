import { suite } from "uvu";
import * as assert from "uvu/assert";
import { rankAppearances } from "../../../../lib/questions/retention/columns/rank-appearances.ts";

const ranked = suite("rankAppearances");

ranked("puts the actors of most cells first, and equal ones in descending order of their keys", () => {
  const found = rankAppearances(
    { by: "persons", ids: Float64Array.of(2, 5, 9, -1, -4), order: "keys" },
    { words: 1, bits: Uint32Array.of(0b1, 0b111, 0b1, 0b11, 0b1), cells: 3 },
  );
  assert.equal(found, {
    by: "persons",
    ids: Float64Array.of(5, -1, 9, 2, -4),
    values: Float64Array.of(3, 2, 1, 1, 1),
    words: 1,
    bits: Uint32Array.of(0b111, 0b11, 0b1, 0b1, 0b1),
    order: "values, keys descending",
  });
});

ranked("descends by the keys of groups too, and counts only the cells that are shown", () => {
  const found = rankAppearances(
    { by: "groups", groupTypeIndex: 1, keys: ["a", "b", "c"], order: "keys" },
    // The second word holds cells from 32 on: 33 cells are shown.
    { words: 2, bits: Uint32Array.of(1, 0b10, 1, 0b1, 1, 0b110), cells: 33 },
  );
  assert.ok(found.by === "groups");
  assert.equal(found.keys, ["b", "c", "a"]);
  assert.equal(found.values, Float64Array.of(2, 1, 1));
  assert.equal(found.bits, Uint32Array.of(1, 0b1, 1, 0b110, 1, 0b10));
});

ranked("takes any number of cells, none too", () => {
  const list = { by: "persons", ids: Float64Array.of(1, 2), order: "keys" } as const;
  const found = rankAppearances(list, { words: 1, bits: Uint32Array.of(1, 3), cells: 0 });
  assert.equal(found.values, Float64Array.of(0, 0));
  assert.equal(
    rankAppearances(list, { words: 1, bits: Uint32Array.of(1, 3), cells: 100 }).values,
    Float64Array.of(2, 1),
  );
});

ranked.run();
