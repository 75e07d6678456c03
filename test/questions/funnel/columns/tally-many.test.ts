import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createRandom } from "../../../../fixtures/random.ts";
import type { Random } from "../../../../fixtures/random.ts";
import { EntitySpan } from "../../../../lib/engines/columns/actor-index/entity-span.ts";
import type { Arena } from "../../../../lib/engines/columns/log/arena.ts";
import { Attempts } from "../../../../lib/questions/funnel/columns/attempts.ts";
import { createOrderedFinder } from "../../../../lib/questions/funnel/columns/ordered-finder.ts";
import { toEnd } from "../../../../lib/questions/funnel/columns/funnel-rules.ts";
import type { FunnelRules } from "../../../../lib/questions/funnel/columns/funnel-rules.ts";
import { NumberList } from "../../../../lib/questions/funnel/columns/number-list.ts";
import { SteadySums } from "../../../../lib/questions/funnel/columns/steady-sums.ts";
import { StepSeconds } from "../../../../lib/questions/funnel/columns/step-seconds.ts";
import { openTallyLines, openTallyMany } from "../../../../lib/questions/funnel/columns/tally-many.ts";
import type { TallyLists } from "../../../../lib/questions/funnel/columns/tally-many.ts";
import { toValueSteps } from "../../../../lib/questions/funnel/columns/value-steps.ts";
import type { FunnelWindow } from "../../../../lib/questions/funnel/index.ts";
import { Cache } from "../../../../lib/engines/columns/log/cache.ts";
import { Arena as PlainArena } from "../../../../lib/engines/columns/log/arena.ts";
import { openCompiledArena } from "../../../engines/columns/kernels/kernel-part.ts";
import { seeds, size, whenAll } from "../../../support/rounds.ts";

const DAY_MS = 86_400_000;
/** Values of rows are sets of five selections, as bits. */
const LIMIT = 32;
const EMPTY = { furthest: [], means: new SteadySums(0), medians: [] };

interface Case {
  window: FunnelWindow;
  rules: FunnelRules;
  range: { fromMs: number; untilMs: number };
}

/** Steps of which several may ask for the same; windows of a length or by the day, some of which have no length. */
function randomCase(random: Random): Case {
  const count = random.integer(1, random.pick([3, 6, 32]));
  const lengthsMs = Array.from({ length: random.integer(0, 3) }, () => random.integer(0, 3) * DAY_MS);
  const window: FunnelWindow = random.chance(0.7)
    ? { by: "length", ms: random.pick([0, 1000, DAY_MS, 5 * DAY_MS]) }
    : { by: "day", firstDayMs: DAY_MS, lengthsMs };
  const stepBits = Array.from({ length: count }, () => 1 << random.integer(0, 4));
  const steps = toValueSteps({ limit: LIMIT, count }, (value, step) => (value & (stepBits[step] ?? 0)) !== 0);
  const rules: FunnelRules = {
    order: "ordered",
    count,
    steps,
    repeats: new Uint8Array(count),
    exclusions: [],
    windowMs: window.by === "length" ? window.ms : null,
    endOf: toEnd(window),
  };
  const fromMs = random.chance(0.7) ? -Infinity : random.integer(0, 2) * DAY_MS;
  return { window, rules, range: { fromMs, untilMs: random.chance(0.7) ? Infinity : 4 * DAY_MS } };
}

interface Actor {
  number: number;
  /** Where its rows end, of all its ids. */
  ends: number[];
}

/** Rows of some actors, some with several ids or without rows, many rows at the same moments. */
function randomActors(random: Random) {
  const [times, values]: [number[], number[]] = [[], []];
  const actors: Actor[] = [];
  for (let number = random.integer(1, 9); number < 60; number += random.integer(1, 9)) {
    const own = Array.from({ length: random.integer(0, random.pick([3, 12, 120])) }, () => {
      return random.integer(0, 700) * random.pick([500, DAY_MS / 100]);
    });
    times.push(...own.toSorted((a, b) => a - b));
    values.push(...own.map(() => (random.chance(0.8) ? 1 << random.integer(0, 4) : random.integer(1, LIMIT - 1))));
    const parts = Array.from({ length: random.integer(0, 2) }, () => times.length - random.integer(0, own.length));
    actors.push({ number, ends: [...parts.toSorted((a, b) => a - b), times.length] });
  }
  return { times, values, actors };
}

type Actors = ReturnType<typeof randomActors>;

function openLists(count: number, arena: Arena): TallyLists {
  const medians = Array.from({ length: count }, () => new NumberList(arena));
  return { furthest: Array.from({ length: count }, () => 0), means: new SteadySums(count), medians };
}

function toResult({ furthest, means, medians }: TallyLists): unknown {
  return [furthest, furthest.map((_, step) => means.at(step)), medians.map((list) => [...list.toArray()])];
}

/** One actor after the other, by the finder of all attempts. */
function oneByOne({ rules, range }: Case, { times, values, actors }: Actors, arena: Arena): unknown {
  const lists = openLists(rules.count, arena);
  const seconds = new StepSeconds(rules.endOf);
  let from = 0;
  for (const { ends } of actors) {
    const until = ends.at(-1) ?? from;
    const inside = times.map((ms, row) => ({ ms, value: values[row] ?? 0 })).slice(from, until);
    const kept = inside.filter(({ ms }) => ms >= range.fromMs && ms < range.untilMs);
    const span = new EntitySpan({
      times: Float64Array.from(kept, ({ ms }) => ms),
      values: Uint32Array.from(kept, ({ value }) => value),
      places: new Uint32Array(kept.length),
    });
    span.until = kept.length;
    from = until;
    const attempts = new Attempts(rules, true);
    createOrderedFinder(rules, attempts, true)(span, new Uint8Array(rules.count).fill(1));
    if (attempts.count === 0) continue;
    // Attempts that got less far may be there still.
    const best = new Attempts(rules, true);
    for (let attempt = 0; attempt < attempts.count; attempt++) {
      if (attempts.furthest[attempt] !== attempts.best) continue;
      const chain = best.openChain();
      for (let step = 1; step < rules.count; step++) best.timesMs[chain + step] = attempts.timeMs(attempt, step);
      best.add(attempts.best, attempts.weights[attempt] ?? 0, attempts.startsMs[attempt] ?? NaN, chain);
    }
    lists.furthest[attempts.best - 1] = (lists.furthest[attempts.best - 1] ?? 0) + 1;
    seconds.open(best);
    for (let step = 1; step < seconds.endStep; step++) {
      seconds.read(step);
      if (seconds.count === 0) continue;
      lists.means.add(step, seconds.sum / seconds.count);
      lists.medians[step]?.add(seconds.median());
    }
  }
  return toResult(lists);
}

/** The rows of actors where compiled kernels see them, and the stretch after each actor's last one. */
function toColumns({ times, values, actors }: Actors, arena: Arena) {
  const stretches = actors.flatMap(({ number, ends }) => ends.map((end) => ({ number, end })));
  const rows = {
    actors: arena.takeForKernels(Uint32Array, stretches.length),
    ends: arena.takeForKernels(Uint32Array, stretches.length),
    times: arena.takeForKernels(Float64Array, times.length),
    values: arena.takeForKernels(Uint32Array, times.length),
  };
  rows.actors.set(stretches.map(({ number }) => number));
  rows.ends.set(stretches.map(({ end }) => end));
  rows.times.set(times);
  rows.values.set(values);
  return {
    rows,
    wholes: stretches.flatMap(({ number }, at) => (stretches[at + 1]?.number === number ? [] : [at + 1])),
  };
}

/** All actors together, in a few goes. */
function together(own: Case, actors: Actors, arena: Arena, random: Random): unknown {
  const lists = openLists(own.rules.count, arena);
  const many = openTallyMany(own, own.rules, arena, lists);
  // Rows of very many steps each take more links than a part has room for.
  if (many === null) return null;
  const { rows, wholes } = toColumns(actors, arena);
  assert.ok(many.fits(rows));
  let first = 0;
  for (const until of wholes) {
    if (until < rows.actors.length && random.chance(0.7)) continue;
    many.add(rows, first, until);
    first = until;
  }
  many.end();
  return toResult(lists);
}

const tally = suite("openTallyMany");

tally("comes to what the attempts of each actor come to", () => {
  let compared = 0;
  for (const seed of seeds(100, 200)) {
    const random = createRandom(seed);
    const own = randomCase(random);
    const actors = randomActors(random);
    const arena = openCompiledArena(seed % 4);
    const wanted = oneByOne(own, actors, new PlainArena(new Cache(1_000_000)));
    const found = together(own, actors, arena, random);
    if (found === null) continue;
    assert.equal(found, wanted, `seed ${seed}`);
    compared++;
  }
  assert.ok(compared > size(70, 150), `${compared} compared`);
});

tally(
  "leaves other funnels, rows that lie elsewhere and too many rows to whoever sees one actor after the other",
  () => {
    const arena = openCompiledArena();
    const own = randomCase(createRandom(1));
    const open = (change: Partial<FunnelRules>, where = arena) =>
      openTallyMany(own, { ...own.rules, ...change }, where, EMPTY);
    assert.is(open({ order: "strict" }), null);
    assert.is(open({ repeats: Uint8Array.of(0, 1) }), null);
    assert.is(open({ count: 33 }), null);
    assert.is(open({ exclusions: [{ isMeant: new Uint8Array(LIMIT), fromStep: 0, toStep: 1 }] }), null);
    assert.is(open({}, new PlainArena(new Cache(1_000_000))), null);
    const many = open({});
    assert.ok(many);
    const words = (length: number) => arena.takeForKernels(Uint32Array, length);
    const rows = { actors: words(1), ends: words(1), times: arena.takeForKernels(Float64Array, 9), values: words(9) };
    assert.ok(many.fits(rows));
    assert.not(many.fits({ ...rows, values: new Uint32Array(9) }));
    assert.throws(() => many.add({ ...rows, values: new Uint32Array(9) }, 0, 1), /do not fit/);
    rows.ends[0] = many.maxRows + 1;
    assert.throws(() => many.add(rows, 0, 1), /do not fit/);
  },
);

tally.run();

/** Actors of one line: every `lineCount`th. */
function ofLine(all: Actors, line: number, lineCount: number): Actors {
  return pick(all, (_, place) => place % lineCount === line);
}

/** Some of the actors. */
function pick({ times, values, actors }: Actors, isWanted: (actor: Actor, place: number) => boolean): Actors {
  const own: Actors = { times: [], values: [], actors: [] };
  for (const [place, actor] of actors.entries()) {
    if (!isWanted(actor, place)) continue;
    const [from, until] = [actors[place - 1]?.ends.at(-1) ?? 0, actor.ends.at(-1)];
    own.times.push(...times.slice(from, until));
    own.values.push(...values.slice(from, until));
    own.actors.push({ number: actor.number, ends: [own.times.length] });
  }
  return own;
}

/** The rows of several draws behind one another. */
function manyActors(random: Random): Actors {
  const all: Actors = { times: [], values: [], actors: [] };
  for (let draw = 0; draw < 15; draw++) {
    const { times, values, actors } = randomActors(random);
    const before = all.times.length;
    all.times.push(...times);
    all.values.push(...values);
    all.actors.push(...actors.map(({ number, ends }) => ({ number, ends: ends.map((end) => before + end) })));
  }
  return all;
}

const byLine = suite("openTallyLines");

byLine("comes to what the attempts of each line's actors come to", () => {
  let compared = 0;
  for (const seed of seeds(15, 60)) {
    const random = createRandom(seed);
    const own = randomCase(random);
    const all = manyActors(random);
    const lineCount = random.integer(1, 3);
    const arena = openCompiledArena(seed % 4);
    const lists = Array.from({ length: lineCount }, () => openLists(own.rules.count, arena));
    const listsOf = (line: number) => lists[line] ?? EMPTY;
    const tallied = openTallyLines(own, own.rules, arena, { lineCount, listsOf });
    if (tallied === null) continue;
    const rows = { times: Float64Array.from(all.times), values: Uint32Array.from(all.values) };
    for (const [place, { ends }] of all.actors.entries()) {
      const [from, until] = [all.actors[place - 1]?.ends.at(-1) ?? 0, ends.at(-1) ?? 0];
      assert.ok(tallied.add(place % lineCount, { ...rows, from, until }));
    }
    tallied.end();
    for (const [line, found] of lists.entries()) {
      const wanted = oneByOne(own, ofLine(all, line, lineCount), new PlainArena(new Cache(1_000_000)));
      assert.equal(toResult(found), wanted, `seed ${seed}, line ${line}`);
      compared++;
    }
  }
  assert.ok(compared > size(10, 60), `${compared} compared`);
});

whenAll(byLine)(
  "comes to the same for many actors at once, also where lines have more medians than there is room for",
  () => {
    let compared = 0;
    for (const seed of seeds(15, 60)) {
      const random = createRandom(seed);
      const own = randomCase(random);
      const all = manyActors(random);
      // 128 lines have room for 64 medians each: those of the first line come to more.
      const lineCount = random.pick([1, 3, 128]);
      const lineOf = (actor: number) => (lineCount < 128 ? actor % lineCount : actor % 7 === 0 ? 127 : 0);
      const arena = openCompiledArena(seed % 4);
      const lists = Array.from({ length: lineCount }, () => openLists(own.rules.count, arena));
      const tallied = openTallyLines(own, own.rules, arena, {
        lineCount,
        listsOf: (line) => lists[line] ?? EMPTY,
      });
      if (tallied === null) continue;
      // Stretches side by side are of one actor only if they have one number.
      const numbered = { ...all, actors: all.actors.map(({ ends }, number) => ({ number, ends })) };
      const { rows, wholes } = toColumns(numbered, arena);
      if (!tallied.fits(rows)) continue;
      let first = 0;
      for (const until of wholes) {
        if (until < rows.actors.length && random.chance(0.9)) continue;
        tallied.addMany(rows, first, until, (at) => lineOf(rows.actors[at] ?? 0));
        first = until;
      }
      tallied.end();
      for (const line of new Set(numbered.actors.map(({ number }) => lineOf(number)))) {
        const wanted = oneByOne(
          own,
          pick(numbered, ({ number }) => lineOf(number) === line),
          new PlainArena(new Cache(1e6)),
        );
        assert.equal(toResult(lists[line] ?? EMPTY), wanted, `seed ${seed}, line ${line}`);
        compared++;
      }
    }
    assert.ok(compared > 60, `${compared} compared`);
  },
);

byLine("leaves actors with very many rows, and very many lines", () => {
  const { rules, window, range } = randomCase(createRandom(3));
  const ordered = { ...rules, count: 1, repeats: new Uint8Array(1) };
  const open = (lineCount: number) =>
    openTallyLines({ window, range }, ordered, openCompiledArena(0), { lineCount, listsOf: () => EMPTY });
  assert.is(open(1000), null);
  const rows = { times: new Float64Array(9000), values: new Uint32Array(9000), from: 0, until: 9000 };
  assert.is(open(2)?.add(1, rows), false);
});

byLine.run();
