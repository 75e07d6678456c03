import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Cache } from "../../../../lib/engines/columns/log/cache.ts";
import { Arena } from "../../../../lib/engines/columns/log/arena.ts";
import { createRandom } from "../../../../fixtures/random.ts";
import {
  countParts,
  createSlots,
  fillSlots,
  layoutRows,
  readPart,
  writeParts,
} from "../../../../lib/engines/columns/kernels/entity-parts.ts";

function strideOf(spanMs: number, valueLimit: number, hasPlaces = false): number {
  return layoutRows({ spanMs, valueLimit, hasPlaces }, 11).stride;
}

const layout = suite("layoutRows");

layout(
  "takes two words as long as time, value and entity id fit, and one more for what does not, or for places",
  () => {
    const days = 90 * 86_400_000;
    assert.is(strideOf(days, 8), 2);
    assert.is(strideOf(days, 8, true), 3);
    assert.is(strideOf(days, 2 ** 19), 2);
    assert.is(strideOf(days, 2 ** 20), 2);
    assert.is(strideOf(days, 2 ** 20 + 1), 3);
    assert.is(strideOf(2 ** 53, 2, false), 3);
    assert.is(strideOf(days, 2 ** 32), 3);
  },
);

layout.run();

const parts = suite("writeParts and readPart");

parts("give each entity's rows back in the order of their slots, however wide times and values are", () => {
  const random = createRandom(3);
  for (let round = 0; round < 200; round++) {
    const partBits = random.integer(0, 4);
    const spanMs = random.pick([1000, 2 ** 32, 2 ** 33, 2 ** 52]);
    const valueLimit = random.pick([2, 300, 2 ** 20, 2 ** 32]);
    const hasPlaces = random.chance(0.5);
    const length = random.integer(0, 60);
    const entityIds = Uint32Array.from({ length }, () => random.integer(0, 20));
    const values = Uint32Array.from({ length }, () => random.integer(0, Math.min(valueLimit, 2 ** 31) - 1));
    const times = Float64Array.from({ length }, () => random.integer(0, spanMs));
    const slotOf = Uint16Array.from(Array.from({ length }, (_, row) => row).toSorted(() => random.integer(0, 1) - 0.5));
    const rows = { start: 0, end: length, entityIds, values };
    const wanted = random.chance(0.5) ? null : Uint32Array.of(random.integer(0, 2 ** 21 - 1));
    const counts = new Uint32Array(32);
    countParts(counts, rows, wanted, partBits);
    const words = writeAll(
      { rows, times, slotOf, wanted },
      counts,
      layoutRows({ spanMs, valueLimit, hasPlaces }, partBits),
    );
    const isWanted = (entityId: number) => wanted === null || (((wanted[0] ?? 0) >>> entityId) & 1) === 1;
    const sorted = [...entityIds.keys()]
      .filter((row) => entityIds[row] !== 0 && values[row] !== 0 && isWanted(entityIds[row] ?? 0))
      .toSorted((a, b) => (entityIds[a] ?? 0) - (entityIds[b] ?? 0) || (slotOf[a] ?? 0) - (slotOf[b] ?? 0))
      .map((row) => [entityIds[row], times[row], values[row], hasPlaces ? (7 << 16) | row : 0]);
    assert.equal(words, sorted);
  }
});

interface Given {
  rows: Parameters<typeof countParts>[1];
  times: Float64Array;
  slotOf: Uint16Array;
  wanted: Uint32Array | null;
}

/** Writes rows into parts and reads them back: entity id, time, value and place of each. */
function writeAll(
  { rows, times, slotOf, wanted }: Given,
  counts: Uint32Array,
  wordLayout: ReturnType<typeof layoutRows>,
) {
  const { partBits, stride } = wordLayout;
  const starts = Uint32Array.from(counts, (_, part) => counts.subarray(0, part).reduce((a, b) => a + b, 0) * stride);
  const words = new Uint32Array(rows.entityIds.length * stride);
  const slots = createSlots(100, new Arena(new Cache(0)));
  fillSlots(slots, rows, { times, sinceMs: 0, slotOf }, { firstId: 0, endId: 32, wanted });
  writeParts(words, starts.slice(), slots, { from: 0, until: 100, place: 7 << 16 }, wordLayout);
  const read: number[][] = [];
  for (const [part, count] of counts.entries()) {
    const found = {
      offsets: new Uint32Array(2 ** partBits + 1),
      times: new Float64Array(count),
      values: new Uint32Array(count),
      places: new Uint32Array(count),
    };
    const from = starts[part] ?? 0;
    readPart(words, { from, until: from + count * stride, sinceMs: 0 }, wordLayout, found);
    for (let entityId = 0; entityId < 2 ** partBits; entityId++) {
      for (let row = found.offsets[entityId] ?? 0; row < (found.offsets[entityId + 1] ?? 0); row++) {
        const number = part * 2 ** partBits + entityId;
        read.push([number, found.times[row] ?? NaN, found.values[row] ?? NaN, found.places[row] ?? NaN]);
      }
    }
  }
  return read;
}

parts.run();
