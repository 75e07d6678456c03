import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Dictionary } from "../../../../lib/engines/columns/log/dictionary.ts";
import { shareValues } from "../../../../lib/engines/columns/log/share-values.ts";
import { compileTable, numbersOf } from "../../../../lib/engines/columns/scan/value-table.ts";
import type { Json } from "../../../../lib/events/filters/index.ts";

function toColumn(values: Json[], shared: Dictionary) {
  return shareValues({ codes: new Uint8Array(0), values: [undefined, ...values] }, shared);
}

const tables = suite("compileTable");

tables("gives a number for each code, and asks once for a value that several columns share", () => {
  const shared = new Dictionary();
  const columns = [toColumn(["a", 7, "b"], shared), toColumn(["b", "c", "7"], shared)];
  const asked: (Json | undefined)[] = [];
  const tableOf = compileTable(Uint32Array, (value) => asked.push(value));
  const [first, second] = columns.map((column) => [...tableOf(column)]);
  assert.equal(first, [1, 2, 3, 4]);
  assert.equal(second, [1, 4, 5, 6]);
  assert.equal(asked, [undefined, "a", 7, "b", "c", "7"]);
  for (const column of columns) tableOf(column);
  assert.is(asked.length, 6, "a column's table is kept");
});

tables("asks anew for a column whose values are its own", () => {
  const tableOf = compileTable(Uint8Array, (value) => (value === "a" ? 1 : 0));
  const alone = { codes: new Uint8Array(0), values: [undefined, "b", "a"], terms: null };
  assert.equal([...tableOf(alone)], [0, 0, 1]);
});

tables.run();

const numbers = suite("numbersOf");

numbers("gives what sums are made of, and NaN for what is no number", () => {
  const column = toColumn([30, "30.5", "", "x", true, null], new Dictionary());
  assert.equal([...numbersOf(column)], [NaN, 30, 30.5, NaN, NaN, NaN, NaN]);
});

numbers.run();
