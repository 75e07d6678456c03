import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Cache } from "../../../../lib/engines/columns/log/cache.ts";
import { keepSegment } from "../../../../lib/engines/columns/log/keep-segment.ts";
import { SharedValues } from "../../../../lib/engines/columns/log/shared-values.ts";

const MISSING = { codes: new Uint8Array(0), values: [undefined] };

/** Five rows of two event names; their distinct ids are 1 to 5. */
function openSegment(cache = new Cache(1_000_000), isFresh = true, ids?: Uint32Array) {
  return keepSegment(
    { cache, shared: new SharedValues(), expectedKeys: new Set() },
    {
      projectId: 1,
      firstSeq: 0,
      name: "segment",
      head: {
        rows: 5,
        minMs: 0,
        maxMs: 4,
        runs: [
          { eventNameId: 1, start: 0, end: 2 },
          { eventNameId: 2, start: 2, end: 5 },
        ],
      },
      isFresh,
      times: () => Uint32Array.of(0, 1, 2, 3, 4),
      ids: () => ids ?? Uint32Array.of(1, 2, 3, 4, 5),
      seqs: () => Uint32Array.of(0, 1, 2, 3, 4),
      hours: () => null,
      property: () => MISSING,
      keys: () => [],
      isWide: () => false,
      elements: () => MISSING,
    },
  );
}

function peopleOf(version: number, actors: number[]) {
  return { version, stamp: "", actors: Uint32Array.from(actors), personLimit: 100, actorLimit: 100 };
}

const segments = suite("keepSegment");

segments("resolves the actors of the runs that are asked for, and again when people have changed", () => {
  const segment = openSegment();
  const before = peopleOf(1, [0, 11, 12, 13, 14, 15]);
  assert.equal([...segment.actors(before, 3, 4).subarray(2)], [13, 14, 15]);
  assert.equal([...segment.actors(before, 0, 1)], [11, 12, 13, 14, 15]);
  const after = peopleOf(2, [0, 21, 22, 23, 24, 25]);
  assert.equal([...segment.actors(after, 0, 2).subarray(0, 2)], [21, 22]);
  assert.equal([...segment.actors(after, 1, 3)], [21, 22, 23, 24, 25]);
});

segments("keeps distinct ids beside their actors once people have changed", () => {
  const cache = new Cache(1_000_000);
  const segment = openSegment(cache);
  const actors = segment.actors(peopleOf(1, [0, 11, 12, 13, 14, 15]), 0, 5);
  assert.is(cache.sizeBytes, actors.byteLength);
  assert.equal([...segment.actors(peopleOf(2, [0, 21, 22, 23, 24, 25]), 0, 5)], [21, 22, 23, 24, 25]);
  assert.is(cache.sizeBytes, 2 * actors.byteLength);
  assert.equal([...segment.core().ids], [1, 2, 3, 4, 5]);
});

segments("leaves the distinct ids of a source that keeps them as they are", () => {
  const ids = Uint32Array.of(1, 2, 3, 4, 5);
  const segment = openSegment(undefined, false, ids);
  assert.equal([...segment.actors(peopleOf(1, [0, 11, 12, 13, 14, 15]), 0, 5)], [11, 12, 13, 14, 15]);
  assert.equal([...ids], [1, 2, 3, 4, 5]);
});

segments("drops the columns that an actor index holds, and reads them again", () => {
  const cache = new Cache(1_000_000);
  const segment = openSegment(cache);
  const { times, ids } = segment.core();
  const seqs = segment.seqs();
  assert.is(cache.sizeBytes, times.byteLength + ids.byteLength + seqs.byteLength);
  segment.forgetIndexed();
  assert.is(cache.sizeBytes, times.byteLength);
  segment.forgetIndexed();
  assert.equal([segment.core().ids, segment.seqs()], [ids, seqs]);
  segment.forget();
  assert.is(cache.sizeBytes, 0);
});

segments("lends columns: what it reads for that is freed, what was there stays", () => {
  const cache = new Cache(1_000_000);
  const segment = openSegment(cache);
  const { times } = segment.core();
  const lent = segment.lend((columns) => {
    assert.equal([[...columns.times], [...columns.ids]], [[...times], [1, 2, 3, 4, 5]]);
    return { times: columns.times, ids: columns.ids };
  });
  assert.is(lent.times, times);
  assert.is(lent.ids.length, 0);
  assert.equal([...times], [0, 1, 2, 3, 4]);
  assert.is(cache.sizeBytes, times.byteLength);
});

segments("lends columns of a source that keeps them, and leaves them to it", () => {
  const segment = openSegment(undefined, false);
  const ids = segment.lend((columns) => columns.ids);
  assert.equal([...ids], [1, 2, 3, 4, 5]);
});

segments.run();
