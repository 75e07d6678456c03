import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../../../fixtures/random.ts";
import type { Random } from "../../../../fixtures/random.ts";
import { orderStretches, placeRows, scatterRows } from "../../../../lib/engines/columns/kernels/scatter-rows.ts";
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
  return { lows: [...columns.lows], tags: [...tags], places: [...columns.places], next: [...next] };
}

/** One row after the other, as the definitions say. */
function naive({ rows, cut, sinceMs, place }: Drawn) {
  const all = rows.map((row, at) => ({ ...row, at, name: at < cut ? 4 : 6, ms: sinceMs + row.time }));
  const sorted = all.toSorted((a, b) => a.id - b.id || a.slot - b.slot);
  return {
    lows: sorted.map(({ ms }) => ms % TWO_32),
    tags: sorted.map(({ ms, name }) => name + Math.floor(ms / TWO_32) * 2 ** TAG_BITS),
    places: sorted.map(({ at }) => place + at),
    next: Array.from({ length: IDS }, (_, id) => sorted.filter((row) => row.id <= id).length),
  };
}

const scattered = suite("placeRows, scatterRows");

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

/** Stretches of rows with ms, the row's own number as place. Late rows are few, or most of them. */
function randomStretches(random: Random) {
  const share = random.pick([0.05, 1]);
  return Array.from({ length: random.integer(1, 6) }, () =>
    Array.from({ length: random.integer(0, 200) }, (_, row) =>
      random.chance(share) ? random.integer(0, 2 * TWO_32) : row * 50_000_000,
    ),
  );
}

function order(take: Take, stretches: number[][], isWide: boolean) {
  const all = stretches.flat();
  const places = all.map((_, row) => row);
  const columns = {
    lows: list(
      take,
      Uint32Array,
      all.map((ms) => ms % TWO_32),
    ),
    tags: list<Uint16Array | Uint32Array>(
      take,
      isWide ? Uint32Array : Uint16Array,
      all.map((ms, row) => (Math.floor(ms / TWO_32) << TAG_BITS) | (row & 7)),
    ),
    tagBits: TAG_BITS,
    places: list(take, Uint32Array, places),
    offsets: list(take, Uint32Array, [0, ...stretches.map((_, at) => stretches.slice(0, at + 1).flat().length)]),
  };
  const unordered: number[] = [];
  for (let at = orderStretches(columns, 0, stretches.length); at < stretches.length;) {
    unordered.push(at);
    at = orderStretches(columns, at + 1, stretches.length);
  }
  const rows = [...columns.places].map((place, at) => {
    const tag = columns.tags[at] ?? 0;
    return { place, ms: (columns.lows[at] ?? 0) + (tag >>> TAG_BITS) * TWO_32, name: tag & 7 };
  });
  const found = stretches.map((_, at) => rows.slice(columns.offsets[at], columns.offsets[at + 1]));
  return { found, unordered };
}

const ordered = suite("orderStretches");

ordered("puts stretches in order of time, or names those that it leaves", () => {
  let [mended, left] = [0, 0];
  for (let seed = 1; seed <= 200; seed++) {
    const random = createRandom(seed);
    const stretches = randomStretches(random);
    const arena = openCompiledArena(seed % 4);
    for (const isCompiled of [true, false]) {
      const take: Take = (type, length) => (isCompiled ? arena.takeForKernels(type, length) : arena.take(type, length));
      const { found, unordered } = order(take, stretches, seed % 2 === 0);
      let first = 0;
      for (const [at, stretch] of stretches.entries()) {
        const rows = stretch.map((ms, row) => ({ place: first + row, ms, name: (first + row) & 7 }));
        first += stretch.length;
        const wanted = rows.toSorted((a, b) => a.ms - b.ms || a.place - b.place);
        const isLeft = unordered.includes(at);
        left += Number(isLeft);
        mended += Number(!isLeft && stretch.some((ms, row) => ms < (stretch[row - 1] ?? 0)));
        // All rows of one that is left are still there: they are sorted otherwise.
        const own = isLeft
          ? found[at]?.toSorted((one, other) => one.ms - other.ms || one.place - other.place)
          : found[at];
        assert.equal(own, wanted, `seed ${seed}`);
      }
    }
  }
  assert.ok(mended > 10 && left > 10);
});

ordered.run();
