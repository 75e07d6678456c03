import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../../../fixtures/random.ts";
import { BY_PLACE, gatherPlaces, gatherRows } from "../../../../lib/engines/columns/kernels/gather-rows.ts";
import type { RowValues } from "../../../../lib/engines/columns/kernels/gather-rows.ts";
import type { ColumnType } from "../../../../lib/engines/columns/log/arena.ts";
import { openCompiledArena } from "./kernel-part.ts";

const TWO_32 = 2 ** 32;

/** Names 0 1 2 0, the last one more than 2^32 ms after the first; two stretches. */
const ROWS = {
  lows: Uint32Array.of(0, 5, 6, 7),
  tags: Uint16Array.of(0, 1, 2, 0b100),
  tagBits: 2,
  places: Uint32Array.of(3, 0, 2, 1),
  minMs: 1000,
  offsets: Uint32Array.of(0, 3, 4),
};

interface Rows extends Omit<typeof ROWS, "tags"> {
  tags: Uint16Array | Uint32Array;
}

interface Take {
  <Column>(type: ColumnType<Column>, length: number): Column;
}

function gatherIn(take: Take, rows: Rows, stretches: number[], values: RowValues) {
  const words = (list: ArrayLike<number>) => {
    const column = take(Uint32Array, list.length);
    column.set(list);
    return column;
  };
  const { lows, tags, offsets } = rows;
  const ownTags = tags instanceof Uint32Array ? words(tags) : take(Uint16Array, tags.length);
  ownTags.set(tags);
  const asked = { stretches: words(stretches), ends: take(Uint32Array, stretches.length), count: stretches.length };
  const room = lows.length * stretches.length + 1;
  const into = {
    times: take(Float64Array, room),
    values: take(Uint32Array, room),
    places: take(Uint32Array, room),
    picked: take(Uint32Array, room),
  };
  const own = { ...rows, lows: words(lows), tags: ownTags, offsets: words(offsets), places: words(rows.places) };
  let { byPlace } = values;
  if (byPlace !== null) {
    byPlace = take<NonNullable<RowValues["byPlace"]>>(byPlace.constructor as never, byPlace.length);
    byPlace.set(values.byPlace ?? []);
  }
  gatherRows(own, asked, { ofName: words(values.ofName), byPlace }, into);
  const end = asked.ends.at(-1) ?? 0;
  gatherPlaces(rows, 0, end, into);
  const toList = (list: Float64Array | Uint32Array) => [...list.subarray(0, end)];
  return { times: toList(into.times), values: toList(into.values), places: toList(into.places), ends: [...asked.ends] };
}

/** By the compiled kernels, once they are seen to agree with JavaScript. */
function gather(rows: Rows, stretches: number[], values: RowValues) {
  const arena = openCompiledArena();
  const found = gatherIn((type, length) => arena.takeForKernels(type, length), rows, stretches, values);
  const plain = gatherIn((type, length) => arena.take(type, length), rows, stretches, values);
  assert.equal(found, plain);
  return found;
}

const gathered = suite("gatherRows");

gathered("keeps the rows whose name has a value, with their times and places, stretch by stretch", () => {
  const values = { ofName: Uint32Array.of(8, 0, 2 ** 31), byPlace: null };
  assert.equal(gather(ROWS, [1, 0], values), {
    times: [1007 + TWO_32, 1000, 1006],
    values: [8, 8, 2 ** 31],
    places: [1, 3, 2],
    ends: [1, 3],
  });
});

gathered("takes the value of a row's place where its name says so", () => {
  const values = {
    ofName: Uint32Array.of(BY_PLACE, 9, 0),
    byPlace: Uint8Array.of(1, 7, 1, 0),
  };
  const wanted = { times: [1005, 1007 + TWO_32], values: [9, 7], places: [0, 1], ends: [1, 2] };
  assert.equal(gather(ROWS, [0, 1], values), wanted);
});

gathered("gives what looking at one row after the other gives", () => {
  for (let seed = 1; seed <= 200; seed++) {
    const random = createRandom(seed);
    const length = random.integer(1, 40);
    const list = (max: number) => Uint32Array.from({ length }, () => random.integer(0, max));
    const cuts = [0, random.integer(0, length), random.integer(0, length), length].toSorted((a, b) => a - b);
    const tags = random.chance(0.5) ? Uint16Array.from(list(31)) : list(31);
    const rows = {
      ...ROWS,
      lows: list(1e9),
      tags,
      tagBits: 3,
      places: list(length - 1),
      offsets: Uint32Array.from(cuts),
    };
    const isByPlace = random.chance(0.5);
    const ofName = Uint32Array.from({ length: 8 }, () =>
      isByPlace && random.chance(0.5) ? BY_PLACE : random.integer(0, 2),
    );
    const values = Array.from({ length }, () => random.integer(0, 2));
    const byPlace = isByPlace ? random.pick([Uint8Array, Uint16Array, Uint32Array]).from(values) : null;
    const stretches = [2, 0, 1].slice(random.integer(0, 2));
    const wanted = { times: [] as number[], values: [] as number[], places: [] as number[], ends: [] as number[] };
    for (const stretch of stretches) {
      for (let row = cuts[stretch] ?? 0; row < (cuts[stretch + 1] ?? 0); row++) {
        const [tag = 0, place = 0, low = 0] = [tags[row], rows.places[row], rows.lows[row]];
        const value = ofName[tag % 8] === BY_PLACE ? values[place] : ofName[tag % 8];
        if (value === undefined || value === 0) continue;
        wanted.times.push(1000 + low + Math.floor(tag / 8) * TWO_32);
        wanted.values.push(value);
        wanted.places.push(place);
      }
      wanted.ends.push(wanted.times.length);
    }
    assert.equal(gather(rows, stretches, { ofName, byPlace }), wanted, `seed ${seed}`);
  }
});

gathered.run();
