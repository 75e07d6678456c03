import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../../../fixtures/random.ts";
import type { Random } from "../../../../fixtures/random.ts";
import { findUnordered, placeRows, scatterRows } from "../../../../lib/engines/columns/kernels/scatter-rows.ts";
import type { ColumnType } from "../../../../lib/engines/columns/log/arena.ts";
import { openCompiledArena } from "./kernel-part.ts";

const TWO_32 = 2 ** 32;
const TAG_BITS = 3;
const IDS = 5;

interface Take {
  <Column>(type: ColumnType<Column>, length: number): Column;
}

/** Rows of a segment: distinct ids, ms and slots, of two event names. */
function randomSegment(random: Random) {
  const count = random.integer(1, 30);
  const slots = Array.from({ length: 40 }, (_, slot) => ({ slot, at: random.unit() })).toSorted((a, b) => a.at - b.at);
  const rows = slots.slice(0, count).map(({ slot }) => ({
    slot,
    id: random.integer(0, IDS - 1),
    time: random.pick([0, 5, TWO_32 - 1, random.integer(0, TWO_32 - 1)]),
  }));
  const sinceMs = random.pick([0, 7, TWO_32 - 1, TWO_32, 3 * TWO_32 - 2]);
  return {
    rows,
    cut: random.integer(0, count),
    sinceMs,
    place: random.integer(0, 9) << 16,
    isWide: random.chance(0.5),
  };
}

type Drawn = ReturnType<typeof randomSegment>;

function list<Column extends { set(from: ArrayLike<number>): void }>(
  take: Take,
  type: ColumnType<Column>,
  of: number[],
) {
  const column = take(type, of.length);
  column.set(of);
  return column;
}

/** By the kernels, in columns that `take` gives. */
function scatter(take: Take, { rows, cut, sinceMs, place, isWide }: Drawn) {
  const counts = Array.from({ length: IDS }, (_, id) => rows.filter((row) => row.id === id).length);
  const starts = counts.map((_, id) => counts.slice(0, id).reduce((sum, own) => sum + own, 0));
  const words = (length: number) => take(Uint32Array, length).fill(0);
  const [rowAt, nameAt] = [words(40), words(40)];
  const slots = list(
    take,
    Uint16Array,
    rows.map(({ slot }) => slot),
  );
  placeRows({ rowAt, nameAt }, slots, 4, 0, cut);
  placeRows({ rowAt, nameAt }, slots, 6, cut, rows.length);
  const tags = isWide ? words(rows.length) : take(Uint16Array, rows.length);
  const columns = { lows: words(rows.length), tags, tagBits: TAG_BITS, places: words(rows.length) };
  const next = list(take, Uint32Array, starts);
  const ids = list(
    take,
    Uint32Array,
    rows.map(({ id }) => id),
  );
  const times = list(
    take,
    Uint32Array,
    rows.map(({ time }) => time),
  );
  const arrived = { rowAt, nameAt, ids, times, sinceMs, place };
  scatterRows(columns, next, arrived, 0, 17);
  scatterRows(columns, next, arrived, 17, 40);
  const offsets = list(take, Uint32Array, [...starts, rows.length]);
  const unordered = [0, 1, 2, 3, 4].map((first) => findUnordered({ ...columns, offsets }, first, IDS));
  return { lows: [...columns.lows], tags: [...tags], places: [...columns.places], next: [...next], unordered };
}

/** One row after the other, as the definitions say. */
function naive({ rows, cut, sinceMs, place }: Drawn) {
  const all = rows.map((row, at) => ({ ...row, at, name: at < cut ? 4 : 6, ms: sinceMs + row.time }));
  const sorted = all.toSorted((a, b) => a.id - b.id || a.slot - b.slot);
  const unordered = Array.from({ length: IDS }, (_, id) => {
    const own = sorted.filter((row) => row.id === id);
    return own.some(({ ms }, index) => ms < (own[index - 1]?.ms ?? 0));
  });
  const found = (first: number) => unordered.findIndex((is, id) => id >= first && is);
  return {
    lows: sorted.map(({ ms }) => ms % TWO_32),
    tags: sorted.map(({ ms, name }) => name + Math.floor(ms / TWO_32) * 2 ** TAG_BITS),
    places: sorted.map(({ at }) => place + at),
    next: Array.from({ length: IDS }, (_, id) => sorted.filter((row) => row.id <= id).length),
    unordered: [0, 1, 2, 3, 4].map((first) => (found(first) < 0 ? IDS : found(first))),
  };
}

const scattered = suite("placeRows, scatterRows, findUnordered");

scattered("group rows by distinct id in the order of their slots, compiled or not", () => {
  for (let seed = 1; seed <= 300; seed++) {
    const drawn = randomSegment(createRandom(seed));
    const arena = openCompiledArena(seed % 4);
    const wanted = naive(drawn);
    assert.equal(
      scatter((type, length) => arena.takeForKernels(type, length), drawn),
      wanted,
      `seed ${seed}, compiled`,
    );
    assert.equal(
      scatter((type, length) => arena.take(type, length), drawn),
      wanted,
      `seed ${seed}`,
    );
  }
});

scattered.run();
