import { suite } from "uvu";
import * as assert from "uvu/assert";
import { addActors, countLines, countMask } from "../../../lib/columns/kernels/count.ts";

const actors = suite("addActors");

actors("sets the bit of each actor but nobody, of the rows that pass", () => {
  const columns = { ids: Uint32Array.of(5, 6, 5, 0, 7), actors: Uint32Array.of(0, 0, 0, 0, 0, 1, 2, 33) };
  const all = new Uint32Array(2);
  addActors(all, columns, { mask: null, start: 0 }, 0, 5);
  assert.equal([...all], [0b110, 0b10]);
  const some = new Uint32Array(2);
  addActors(some, columns, { mask: Uint8Array.of(0, 1, 0, 1), start: 1 }, 2, 5);
  assert.equal([...some], [0b10, 0b10]);
});

actors.run();

const lines = suite("countLines");

lines("counts rows that pass for their line, and none for line −1", () => {
  const counts = new Float64Array(4);
  const rows = { line: Int32Array.of(0, 1, 1, -1), mask: Uint8Array.of(1, 1, 0, 1), width: 2, bucket: 1 };
  countLines(counts, rows, 0, 4);
  assert.equal([...counts], [0, 1, 0, 1]);
});

lines.run();

const masks = suite("countMask");

masks("counts what passes", () => {
  assert.is(countMask(Uint8Array.of(1, 0, 1, 1), 1, 4), 2);
});

masks.run();
