import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Cache } from "../../../../lib/engines/columns/log/cache.ts";
import { Arena } from "../../../../lib/engines/columns/log/arena.ts";
import { createRandom } from "../../../../fixtures/random.ts";
import { PathEdges } from "../../../../lib/questions/paths/columns/path-edges.ts";

const TEXTS = ["", "a", "b", "aa", "\u{E000}", "\u{1F994}", "é"];

const items = {
  of: () => null,
  ofName: () => null,
  numberOf: () => 0,
  limit: () => 0,
  textOf: (number: number) => TEXTS[number] ?? `item ${number}`,
};

const NO_BOUNDS = { minWeight: null, maxWeight: null, edgeLimit: null };

const edges = suite("PathEdges");

/** No bounds, bounds around all edges, and bounds around a part. */
const BOUNDS = [undefined, () => ({ steps: 9, items: 61 }), () => ({ steps: 5, items: 40 })];

for (const [index, bounds] of BOUNDS.entries())
  edges(`counts edges and means as a map does, however many there are: bounds ${index}`, () => {
    const random = createRandom(2);
    const wanted = new Map<string, { value: number; sum: number }>();
    const counted = new PathEdges(new Arena(new Cache(0)), bounds);
    for (let round = 0; round < 40_000; round++) {
      const [step, source, target] = [random.integer(1, 9), random.integer(0, 60), random.integer(0, 60)] as const;
      const ms = random.integer(0, 1000);
      counted.add(step, source, target, ms);
      const name = `${step}_${items.textOf(source)} > ${step + 1}_${items.textOf(target)}`;
      const known = wanted.get(name) ?? { value: 0, sum: 0 };
      wanted.set(name, { value: known.value + 1, sum: known.sum + ms });
    }
    const list = counted.list(NO_BOUNDS, items);
    assert.is(list.length, wanted.size);
    for (const { source, target, value, average_conversion_time: mean } of list) {
      const { value: count, sum } = wanted.get(`${source} > ${target}`) ?? { value: 0, sum: 0 };
      assert.equal([value, mean], [count, sum / count]);
    }
    const sorted = list.toSorted(
      (a, b) =>
        b.value - a.value ||
        Buffer.compare(Buffer.from(a.source), Buffer.from(b.source)) ||
        Buffer.compare(Buffer.from(a.target), Buffer.from(b.target)),
    );
    assert.equal(list, sorted);
    for (const edgeLimit of [1, 2, 50, 999]) {
      assert.equal(counted.list({ ...NO_BOUNDS, edgeLimit }, items), sorted.slice(0, edgeLimit));
    }
    const weighed = sorted.filter(({ value }) => value >= 2 && value <= 3);
    assert.ok(weighed.length > 100);
    assert.equal(counted.list({ minWeight: 2, maxWeight: 3, edgeLimit: 70 }, items), weighed.slice(0, 70));
  });

edges.run();
