import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../../../fixtures/random.ts";
import { findUnordered } from "../../../../lib/engines/columns/kernels/unordered-actors.ts";
import { openCompiledArena } from "./kernel-part.ts";

interface Drawn {
  actors: number[];
  stretches: number[];
  ends: number[];
  times: number[];
  roomFrom: number;
}

/** By the compiled kernel, once it is seen to agree with JavaScript. */
function find({ roomFrom, ...lists }: Drawn, isByArrival: boolean): number[] {
  const arena = openCompiledArena();
  const read = (isCompiled: boolean) => {
    const words = (list: readonly number[]) => {
      const column = isCompiled ? arena.takeForKernels(Uint32Array, list.length) : new Uint32Array(list.length);
      column.set(list);
      return column;
    };
    const times = isCompiled ? arena.takeForKernels(Float64Array, lists.times.length) : [];
    const own = { actors: words(lists.actors), stretches: words(lists.stretches), ends: words(lists.ends) };
    const rows = { ...own, roomFrom, count: own.ends.length, times: Float64Array.from(times) };
    if (isCompiled) rows.times = times as Float64Array<ArrayBuffer>;
    else rows.times = Float64Array.from(lists.times);
    rows.times.set(lists.times);
    const found = words(lists.ends);
    return [...found.subarray(0, findUnordered(rows, isByArrival, found))];
  };
  assert.equal(read(true), read(false));
  return read(true);
}

const unordered = suite("findUnordered");

unordered("finds actors whose second stretch begins before their first one ends", () => {
  const rows = { actors: [4, 4, 7], stretches: [0, 1, 2], ends: [1, 2, 3], times: [9, 8, 5], roomFrom: 9 };
  assert.equal(find(rows, false), [0]);
  assert.equal(find({ ...rows, times: [8, 8, 5] }, false), []);
  assert.equal(find({ ...rows, times: [8, 8, 5] }, true), [0], "which came first is not known");
});

unordered("knows that rows of the room came after all others", () => {
  const rows = { actors: [4, 4], stretches: [3, 5], ends: [1, 2], times: [8, 8], roomFrom: 5 };
  assert.equal(find(rows, true), []);
  assert.equal(find({ ...rows, roomFrom: 3 }, true), [0]);
  assert.equal(find({ ...rows, times: [9, 8] }, true), [0]);
});

unordered("finds what a look at each actor's rows finds", () => {
  for (let seed = 1; seed <= 200; seed++) {
    const random = createRandom(seed);
    const count = random.integer(1, 20);
    const actors = Array.from({ length: count }, () => random.integer(1, 8)).toSorted((a, b) => a - b);
    const ends: number[] = [];
    const times: number[] = [];
    for (let stretch = 0; stretch < count; stretch++) {
      const own = Array.from({ length: random.integer(0, 3) }, () => random.integer(0, 9));
      times.push(...own.toSorted((a, b) => a - b));
      ends.push(times.length);
    }
    const wanted = [...new Set(actors)].flatMap((actor) => {
      const [first, last] = [actors.indexOf(actor), actors.lastIndexOf(actor)];
      const list = times.slice(ends[first - 1] ?? 0, ends[last]);
      return list.every((ms, row) => row === 0 || ms >= (list[row - 1] ?? 0)) ? [] : [first];
    });
    const stretches = Array.from({ length: count }, (_, stretch) => stretch);
    assert.equal(find({ actors, stretches, ends, times, roomFrom: count }, false), wanted, `seed ${seed}`);
  }
});

unordered.run();
