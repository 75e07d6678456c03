import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Cache } from "../../../../lib/engines/columns/log/cache.ts";
import { keepSegment } from "../../../../lib/engines/columns/log/keep-segment.ts";
import { SharedValues } from "../../../../lib/engines/columns/log/shared-values.ts";

const MISSING = { codes: new Uint8Array(0), values: [undefined] };

/** Five rows of two event names; their distinct ids are 1 to 5. */
function openSegment(cache = new Cache(1_000_000)) {
  return keepSegment(
    { cache, shared: new SharedValues() },
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
      times: () => Uint32Array.of(0, 1, 2, 3, 4),
      ids: () => Uint32Array.of(1, 2, 3, 4, 5),
      seqs: () => Uint32Array.of(0, 1, 2, 3, 4),
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
  assert.equal([...segment.actors(before, 3, 4)], [0, 0, 13, 14, 15]);
  assert.equal([...segment.actors(before, 0, 1)], [11, 12, 13, 14, 15]);
  const after = peopleOf(2, [0, 21, 22, 23, 24, 25]);
  assert.equal([...segment.actors(after, 0, 2).subarray(0, 2)], [21, 22]);
  assert.equal([...segment.actors(after, 1, 3)], [21, 22, 23, 24, 25]);
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

segments.run();
