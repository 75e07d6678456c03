import { suite } from "uvu";
import * as assert from "uvu/assert";
import { cutPath, readSession } from "../../../../lib/engines/columns/kernels/path-session.ts";
import type { PathCut } from "../../../../lib/engines/columns/kernels/path-session.ts";

const EMPTY = 0;
const GAP = 99;

function toBuffer(items: readonly number[]) {
  // The arrays hold leftovers of a longer path behind it.
  const numbers = Uint32Array.from([...items, 5, 5, 5]);
  return {
    items: numbers,
    times: Float64Array.from(numbers, (_, at) => at + 1),
    from: 0,
    length: items.length,
    goesOn: false,
  };
}

/** Items of a path, and their times. */
function kept({ items, times, from, length }: ReturnType<typeof toBuffer>): number[][] {
  return [[...items.subarray(from, from + length)], [...times.subarray(from, from + length)]];
}

const read = suite("readSession");

read("keeps the last of equal items in a row, drops an empty end, and stops at a gap", () => {
  const times = Float64Array.from([1, 2, 3, 4, 14, 15, 20]);
  const rows = { times, values: Uint32Array.from([7, 7, 8, EMPTY, EMPTY, 8, 8]) };
  const path = toBuffer([0, 0, 0, 0]);
  const rule = { gapMs: 10, empty: EMPTY };
  assert.is(readSession(rows, 0, 7, rule, path), 4);
  assert.equal(kept(path), [[7, 8], [2, 3]]); // prettier-ignore
  assert.is(readSession(rows, 4, 7, rule, path), 7);
  assert.equal(kept(path), [[EMPTY, 8], [14, 20]]); // prettier-ignore
});

read.run();

const cut = suite("cutPath");

cut("keeps the first, the last, or both ends, by the points that are asked for", () => {
  const cases: [Partial<PathCut>, number[], number[]][] = [
    [{}, [1, 2, 3], [1, 2, 3]],
    [{ limit: 2 }, [1, 2], [1, 2]],
    [{ start: 2, limit: 3 }, [2, 3, 4], [2, 3, 4]],
    [{ start: 5 }, [], []],
    [{ end: 4, limit: 3 }, [2, 3, 4], [2, 3, 4]],
    [{ end: 5 }, [], []],
    [{ start: 3, end: 2 }, [3, 4, 1, 2], [3, 4, 5, 6]],
    [{ start: 2, end: 2 }, [2, 3, 4, 1, 2], [2, 3, 4, 5, 6]],
    [{ start: 1, end: 2, limit: 4 }, [1, 2], [1, 2]],
    [{ start: 2, end: 2, limit: 4 }, [2, 3, GAP, 1, 2], [2, 3, 4, 5, 6]],
    [{ start: 2, end: 2, limit: 3 }, [2, GAP, 2], [2, 3, 6]],
    [{ start: 2, end: 2, limit: 1 }, [GAP], [2]],
  ];
  for (const [how, items, times] of cases) {
    const path = toBuffer([1, 2, 3, 4, 1, 2]);
    const limit = how.limit ?? (how.start === undefined && how.end === undefined ? 3 : 6);
    cutPath(path, { start: -1, end: -1, gap: GAP, ...how, limit });
    assert.equal(kept(path), [items, times], JSON.stringify(how));
  }
});

/** Does a path of four items go on beyond the limit? */
function goesOn(how: Partial<PathCut>): boolean {
  const path = toBuffer([1, 2, 3, 4]);
  cutPath(path, { start: -1, end: -1, gap: GAP, limit: 2, ...how });
  return path.goesOn;
}

cut("notes paths that go on beyond the limit", () => {
  assert.equal([{}, { start: 2 }, { start: 3 }, { limit: 4 }, { end: 3 }, { start: 1, end: 4 }].map(goesOn), [
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});

cut.run();
