import { Column, numberAt, putNumber, putWord, wordAt } from "./columns";
import { weightedMedian } from "./median";

/** No link follows. */
const END: u32 = 0xffff_ffff;
const DAY_MS: f64 = 86_400_000;
/** Columns of results, at the end of `Tally`. */
const RESULTS: usize = 5;

/** Rules of a funnel, columns to work in, and results, as laid out by `openBestTally` of `best-tally.ts`. */
@unmanaged
class Tally {
  windowMs: f64;
  firstDayMs: f64;
  fromMs: f64;
  untilMs: f64;
  // The seconds of the current step: attempts that have some, their sum, and the count of numbers.
  attemptCount: f64;
  secondsSum: f64;
  foundCount: u32;
  /** The steps that the actor's best attempts reach. */
  reached: u32;
  /** Steps, at most 32. */
  steps: u32;
  lengthCount: u32;
  medianRoom: u32;
  /** Bits of the steps that a row of this value may be. */
  marks: Column;
  /** The window in ms by the day of an attempt's start; empty = every window is `windowMs`. */
  lengths: Column;
  // Links: rows of one actor from the latest to the earliest, each with the next link of the following step.
  times: Column;
  nexts: Column;
  heads: Column;
  // Rows of step 0: the link after each, and its number of rows of that moment.
  startsMs: Column;
  startNexts: Column;
  startWeights: Column;
  // Places of the best attempts among the starts.
  attempts: Column;
  // Attempts that go on alike: the link that they have reached.
  links: Column;
  linkWeights: Column;
  // The seconds of a step.
  found: Column;
  foundWeights: Column;
  // Results: actors by steps reached, sums of average seconds by step with the rounding errors, and medians.
  furthest: Column;
  sums: Column;
  rests: Column;
  medianCounts: Column;
  medians: Column;
}

/** Adds the best attempts of actors: the rows of stretch k, in order of time, end at `ends[k]`. */
export function tallyBest(
  tally: Tally,
  actors: Column,
  ends: Column,
  first: u32,
  until: u32,
  rowTimes: Column,
  rowValues: Column,
): void {
  let index = first;
  let from: u32 = first === 0 ? 0 : wordAt(ends, first - 1);
  while (index < until) {
    const actor = wordAt(actors, index++);
    while (index < until && wordAt(actors, index) === actor) index++;
    const end = wordAt(ends, index - 1);
    if (end > from) {
      const startCount = link(tally, rowTimes, rowValues, from, end);
      if (startCount > 0) tallyActor(tally, startCount);
    }
    from = end;
  }
}

/**
 * As `tallyBest`, with results for each line. @param results the addresses of each line's results, in the order of
 * `Tally` @param lines that of each actor, at its first stretch
 * @returns the stretch to go on with: a line has no room for more medians, or `until`
 */
export function tallyLines(
  tally: Tally,
  results: Column,
  lines: Column,
  actors: Column,
  ends: Column,
  first: u32,
  until: u32,
  rowTimes: Column,
  rowValues: Column,
): u32 {
  let index = first;
  let from: u32 = first === 0 ? 0 : wordAt(ends, first - 1);
  while (index < until) {
    const line = wordAt(lines, index);
    const actor = wordAt(actors, index++);
    while (index < until && wordAt(actors, index) === actor) index++;
    const end = wordAt(ends, index - 1);
    if (end > from) {
      const startCount = link(tally, rowTimes, rowValues, from, end);
      if (startCount > 0) {
        const own = results + ((<usize>line * RESULTS) << 2);
        tally.furthest = wordAt(own, 0);
        tally.sums = wordAt(own, 1);
        tally.rests = wordAt(own, 2);
        tally.medianCounts = wordAt(own, 3);
        tally.medians = wordAt(own, 4);
        tallyActor(tally, startCount);
        for (let step: u32 = 1; step < tally.steps; step++) {
          if (wordAt(tally.medianCounts, step) === tally.medianRoom) return index;
        }
      }
    }
    from = end;
  }
  return until;
}

/** Links an actor's rows, and returns the number of starts. Rows of one moment serve the last step first. */
function link(tally: Tally, rowTimes: Column, rowValues: Column, from: u32, until: u32): u32 {
  const marks = tally.marks;
  const times = tally.times;
  const nexts = tally.nexts;
  const heads = tally.heads;
  const fromMs = tally.fromMs;
  const untilMs = tally.untilMs;
  // A loop, since `memory.fill` costs a call for each of many actors.
  for (let step: u32 = 0; step <= tally.steps; step++) putWord(heads, step, END);
  let count: u32 = 0;
  let startCount: u32 = 0;
  let row = until;
  while (row > from) {
    row--;
    const ms = numberAt(rowTimes, row);
    let bits = wordAt(marks, wordAt(rowValues, row));
    let opened = bits & 1;
    while (row > from && numberAt(rowTimes, row - 1) === ms) {
      row--;
      const more = wordAt(marks, wordAt(rowValues, row));
      opened += more & 1;
      bits |= more;
    }
    if (!(ms >= fromMs && ms < untilMs)) continue;
    for (bits &= ~1; bits !== 0;) {
      const step: u32 = 31 - clz(bits);
      bits ^= (<u32>1) << step;
      putNumber(times, count, ms);
      putWord(nexts, count, wordAt(heads, step + 1));
      putWord(heads, step, count++);
    }
    if (opened > 0) {
      putNumber(tally.startsMs, startCount, ms);
      putWord(tally.startNexts, startCount, wordAt(heads, 1));
      putWord(tally.startWeights, startCount++, opened);
    }
  }
  return startCount;
}

function endOf(tally: Tally, ms: f64): f64 {
  if (tally.lengthCount === 0) return ms + tally.windowMs;
  const day = Math.floor((ms - tally.firstDayMs) / DAY_MS);
  return day >= 0 && day < <f64>tally.lengthCount ? ms + numberAt(tally.lengths, <u32>day) : ms;
}

function tallyActor(tally: Tally, startCount: u32): void {
  tally.reached = 1;
  // Starts are in descending order of time: if nothing follows the last start, nothing follows any.
  const attempts = wordAt(tally.startNexts, startCount - 1) === END ? 0 : findBest(tally, startCount);
  const furthest = tally.furthest + ((<usize>(tally.reached - 1)) << 2);
  store<u32>(furthest, load<u32>(furthest) + 1);
  if (attempts > 0) addSeconds(tally, attempts);
}

/** Finds the best attempts, as `createBestFinder` does, and returns how many went on; the rest have no times. */
function findBest(tally: Tally, startCount: u32): u32 {
  const times = tally.times;
  const nexts = tally.nexts;
  const startsMs = tally.startsMs;
  const startNexts = tally.startNexts;
  const attempts = tally.attempts;
  let best: u32 = 1;
  let aimed = END;
  let next = END;
  let goalMs: f64 = -Infinity;
  let count: u32 = 0;
  for (let start: u32 = 0; start < startCount; start++) {
    const second = wordAt(startNexts, start);
    if (second === END) continue;
    if (second !== aimed) {
      aimed = second;
      next = second;
      for (let step: u32 = 1; step < best; step++) {
        goalMs = next === END ? Infinity : numberAt(times, next);
        if (next !== END) next = wordAt(nexts, next);
      }
    }
    const endMs = endOf(tally, numberAt(startsMs, start));
    if (goalMs > endMs) continue;
    const before = best;
    for (; next !== END && numberAt(times, next) <= endMs; next = wordAt(nexts, next)) {
      goalMs = numberAt(times, next);
      best++;
    }
    if (best > before) count = 0;
    putWord(attempts, count++, start);
  }
  tally.reached = best;
  return count;
}

/** Adds the average and median seconds to each step, as `StepSeconds` reads them. */
function addSeconds(tally: Tally, attempts: u32): void {
  let groups: u32 = 0;
  let last = END;
  for (let index: u32 = 0; index < attempts; index++) {
    const start = wordAt(tally.attempts, index);
    const second = wordAt(tally.startNexts, start);
    const weight = wordAt(tally.startWeights, start);
    if (second === last) {
      const at = tally.linkWeights + ((<usize>(groups - 1)) << 2);
      store<u32>(at, load<u32>(at) + weight);
    } else {
      last = second;
      putWord(tally.links, groups, second);
      putWord(tally.linkWeights, groups++, weight);
    }
    const ms = numberAt(tally.startsMs, start);
    if (numberAt(tally.times, second) <= endOf(tally, ms)) see(tally, ms, second, weight);
  }
  addStep(tally, 1);
  for (let step: u32 = 2; step < tally.steps; step++) {
    let going: u32 = 0;
    for (let group: u32 = 0; group < groups; group++) {
      const before = wordAt(tally.links, group);
      const next = wordAt(tally.nexts, before);
      if (next === END) continue;
      const weight = wordAt(tally.linkWeights, group);
      const endMs = endOf(tally, numberAt(tally.times, before));
      if (numberAt(tally.times, next) <= endMs) see(tally, numberAt(tally.times, before), next, weight);
      putWord(tally.links, going, next);
      putWord(tally.linkWeights, going++, weight);
    }
    if (going === 0) return;
    groups = going;
    addStep(tally, step);
  }
}

/** Notes the seconds from a step at `beforeMs` to a link. */
function see(tally: Tally, beforeMs: f64, next: u32, weight: u32): void {
  const own = Math.floor(numberAt(tally.times, next) / 1000) - Math.floor(beforeMs / 1000);
  putNumber(tally.found, tally.foundCount, own);
  putWord(tally.foundWeights, tally.foundCount++, weight);
  tally.attemptCount += <f64>weight;
  tally.secondsSum += own * <f64>weight;
}

function addStep(tally: Tally, step: u32): void {
  if (tally.foundCount === 0) return;
  const number = tally.secondsSum / tally.attemptCount;
  const before = numberAt(tally.sums, step);
  const sum = before + number;
  const rest = Math.abs(before) >= Math.abs(number) ? before - sum + number : number - sum + before;
  putNumber(tally.rests, step, numberAt(tally.rests, step) + rest);
  putNumber(tally.sums, step, sum);
  const count = wordAt(tally.medianCounts, step);
  const median =
    tally.foundCount === 1
      ? numberAt(tally.found, 0)
      : weightedMedian(tally.found, tally.foundWeights, tally.foundCount, tally.attemptCount);
  putNumber(tally.medians, step * tally.medianRoom + count, median);
  putWord(tally.medianCounts, step, count + 1);
  tally.foundCount = 0;
  tally.attemptCount = 0;
  tally.secondsSum = 0;
}
