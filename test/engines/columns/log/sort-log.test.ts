import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../../../fixtures/random.ts";
import { sortLog } from "../../../../lib/engines/columns/log/sort-log.ts";

const sort = suite("sortLog");

type Row = [seq: number, name: number, id: number, time: number];

/** The expected order, by a plain comparison. */
function sortSlowly(events: Row[]): Row[] {
  return events.toSorted(([s1, n1, , t1], [s2, n2, , t2]) => n1 - n2 || t1 - t2 || s1 - s2);
}

for (const [what, toTime] of [
  ["close together", (n: number) => 1.7e12 + (n % 1000)],
  ["all the same", () => 1.7e12],
  ["before 1970", (n: number) => -5e12 + n],
  ["centuries apart", (n: number) => (n % 2 === 0 ? -6e13 : 2.5e14) + (n % 100)],
  ["no whole numbers, as damage makes them", (n: number) => 1.7e12 + (n % 7) / 3],
] as const) {
  sort(`puts events in order of name, time and arrival, whose times are ${what}`, () => {
    const random = createRandom(7);
    // Some `seq` belong to other projects or to deleted events, but not the last.
    const seqs = Array.from({ length: 65_536 }, (_, seq) => seq).filter((seq) => seq === 65_535 || seq % 16 === 3);
    const events = seqs.map((seq): Row => [
      seq,
      random.integer(1, 300) ** 2,
      random.integer(1, 50),
      toTime(random.integer(0, 1e6)),
    ]);
    const numbers = events.flat();
    const sorted = [...sortLog(numbers)].map((at) => numbers.slice(at, at + 4));
    assert.equal(sorted, sortSlowly(events));
  });
}

sort("of nothing is nothing", () => assert.equal([...sortLog([])], []));

sort.run();
