import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../../../fixtures/random.ts";
import type { Random } from "../../../../fixtures/random.ts";
import { canCountPaths, countPaths } from "../../../../lib/engines/columns/kernels/path-count.ts";
import { cutPath, readSession } from "../../../../lib/engines/columns/kernels/path-session.ts";
import type { Arena } from "../../../../lib/engines/columns/log/arena.ts";
import { openCompiledArena } from "./kernel-part.ts";

const EMPTY = 1;
const ITEMS = 6;

/** Rows of some actors with one id or two, in order of time, and some rules. */
function randomCase(random: Random) {
  const [times, values]: [number[], number[]] = [[], []];
  const actors: { number: number; ends: number[] }[] = [];
  for (let number = random.integer(1, 4); number < 30; number += random.integer(1, 4)) {
    const count = random.integer(0, random.pick([2, 30]));
    times.push(...Array.from({ length: count }, () => random.integer(0, 120)).toSorted((a, b) => a - b));
    values.push(...Array.from({ length: count }, () => random.integer(1, random.pick([2, ITEMS - 1]))));
    const parts = random.chance(0.3) ? [times.length - random.integer(0, count)] : [];
    actors.push({ number, ends: [...parts, times.length] });
  }
  const isAll = random.chance(0.5);
  const rules = {
    fromMs: isAll ? -Infinity : random.integer(0, 60),
    untilMs: isAll ? Infinity : random.integer(60, 120),
    gapMs: random.integer(1, 20),
    empty: EMPTY,
    limit: random.integer(1, 5),
  };
  return { times, values, actors, rules };
}

type Case = ReturnType<typeof randomCase>;

function openLists(arena: Arena, steps: number) {
  const size = steps * ITEMS ** 2;
  const counts = arena.takeForKernels(Uint32Array, size).fill(0);
  return { steps, items: ITEMS, counts, sumsMs: arena.takeForKernels(Float64Array, size).fill(0) };
}

/** Session by session, as JavaScript walks over them. */
function walk({ times, values, actors, rules }: Case): number[][] {
  const size = rules.limit * ITEMS ** 2;
  const [counts, sumsMs] = [new Uint32Array(size), new Float64Array(size)];
  let from = 0;
  for (const { ends } of actors) {
    const until = ends.at(-1) ?? from;
    const kept = times.map((ms, row) => ({ ms, value: values[row] ?? 0 })).slice(from, until);
    const inside = kept.filter(({ ms }) => ms >= rules.fromMs && ms < rules.untilMs);
    from = until;
    const rows = {
      times: Float64Array.from(inside, ({ ms }) => ms),
      values: Uint32Array.from(inside, ({ value }) => value),
    };
    const path = { items: new Uint32Array(40), times: new Float64Array(40), from: 0, length: 0, goesOn: false };
    for (let row = 0; row < inside.length;) {
      row = readSession(rows, row, inside.length, rules, path);
      cutPath(path, { start: -1, end: -1, limit: rules.limit, gap: 0 });
      for (let index = 1; index < path.length; index++) {
        const place = ((index - 1) * ITEMS + (path.items[index - 1] ?? 0)) * ITEMS + (path.items[index] ?? 0);
        counts[place] = (counts[place] ?? 0) + 1;
        sumsMs[place] = (sumsMs[place] ?? 0) + (path.times[index] ?? 0) - (path.times[index - 1] ?? 0);
      }
    }
  }
  return [[...counts], [...sumsMs]];
}

const paths = suite("countPaths");

paths("counts the edges of every session, in one go or several", () => {
  let edges = 0;
  for (let seed = 1; seed <= 300; seed++) {
    const random = createRandom(seed);
    const own = randomCase(random);
    const arena = openCompiledArena(seed % 4);
    const lists = openLists(arena, own.rules.limit);
    const stretches = own.actors.flatMap(({ number, ends }) => ends.map((end) => ({ number, end })));
    const words = (list: number[]) => {
      const column = arena.takeForKernels(Uint32Array, list.length);
      column.set(list);
      return column;
    };
    const times = arena.takeForKernels(Float64Array, own.times.length);
    times.set(own.times);
    const rows = {
      actors: words(stretches.map(({ number }) => number)),
      ends: words(stretches.map(({ end }) => end)),
      times,
      values: words(own.values),
    };
    assert.ok(canCountPaths(rows, lists));
    let first = 0;
    for (let until = 1; until <= stretches.length; until++) {
      const isWhole = stretches[until]?.number !== stretches[until - 1]?.number;
      if (!isWhole || (until < stretches.length && random.chance(0.7))) continue;
      countPaths(rows, lists, own.rules, first, until);
      first = until;
    }
    assert.equal([[...lists.counts], [...lists.sumsMs]], walk(own), `seed ${seed}`);
    edges += lists.counts.reduce((sum, count) => sum + count, 0);
  }
  assert.ok(edges > 3000, `${edges} edges`);
});

paths("refuses rows that lie elsewhere, and paths that are longer than the lists", () => {
  const arena = openCompiledArena();
  const lists = openLists(arena, 2);
  const words = (length: number) => arena.takeForKernels(Uint32Array, length);
  const rows = {
    actors: words(1),
    ends: words(1).fill(0),
    times: arena.takeForKernels(Float64Array, 1),
    values: words(1),
  };
  const { rules } = randomCase(createRandom(1));
  countPaths(rows, lists, { ...rules, limit: 3 }, 0, 1);
  assert.throws(() => countPaths(rows, lists, { ...rules, limit: 4 }, 0, 1), /do not fit/);
  const elsewhere = { ...rows, values: new Uint32Array(1) };
  assert.not(canCountPaths(elsewhere, lists));
  assert.throws(() => countPaths(elsewhere, lists, { ...rules, limit: 3 }, 0, 1), /do not fit/);
});

paths.run();
