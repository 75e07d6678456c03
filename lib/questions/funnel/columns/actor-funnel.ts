import { compareNumbers, cutPage } from "../../../engines/columns/entities/actor-list.ts";
import { EntitySpan } from "../../../engines/columns/actor-index/entity-span.ts";
import { SelectionSets } from "../../../engines/columns/actor-index/selection-sets.ts";
import { Arena } from "../../../engines/columns/log/arena.ts";
import { Cache } from "../../../engines/columns/log/cache.ts";
import type { EntityKind } from "../../../port/actors.ts";
import type { LineKey } from "../../../port/lines.ts";
import type { AnswerOf, Plan } from "../../../port/plan.ts";
import type { Selection } from "../../../port/selection.ts";
import type { FunnelAnswer } from "../funnel-answer.ts";
import type { FunnelActorsPlan, FunnelPeriodsPlan, FunnelPlan, FunnelTimesPlan } from "../plan.ts";
import { createAttemptFinder } from "./attempt-finder.ts";
import { binSeconds } from "./bin-seconds.ts";
import type { OutcomeCount, SeeOutcome } from "./each-outcome.ts";
import { wantedAttempt } from "./find-entities.ts";
import type { FunnelLines } from "./funnel-lines.ts";
import { countPeriods } from "./funnel-periods.ts";
import { toFunnelRules } from "./funnel-rules.ts";
import { leastSteps, toSelections } from "./funnel-selections.ts";
import { seeTimes } from "./funnel-times.ts";
import { createTally } from "./funnel.ts";
import type { LineTally, TalliedActors } from "./funnel.ts";
import { NumberList } from "./number-list.ts";
import { createSplitter } from "./split-rows.ts";

/** The plans of funnels that rows by actor answer. */
export type ActorFunnelPlan = FunnelPlan | FunnelTimesPlan | FunnelPeriodsPlan | FunnelActorsPlan;

/** Selections that a funnel by actors may have: their marks are the bits of a word. */
export const MAX_SELECTIONS = 32;

/** The rows of some actors, actor after actor; an actor's in order of time, then of arrival. */
export interface ActorBlock {
  /** The number or the text of each actor; absent = the plan lists none. */
  keys?: ArrayLike<number> | readonly string[];
  /** The place after the last row of each actor. */
  ends: ArrayLike<number>;
  /** Epoch ms of each row. */
  times: Float64Array;
  /** The selections that a row is in: bit i = the funnel's `selections[i]`. They are changed. */
  marks: Uint32Array;
  /** The line of each row, as `ActorFunnel` says; absent = the funnel has no breakdown. */
  lines?: Uint32Array;
}

/**
 * A funnel over rows that come actor by actor, for an engine that can bring an actor's rows together. It takes only the
 * memory of the answer.
 *
 * The line of a row. By cohorts: bit i = the person is in the i-th of them, or everybody is. By values: the place of
 * its key among the named ones; of other keys their number if any value is not empty, else that + 1.
 */
export interface ActorFunnel<Answer> {
  /** Events that it looks at: other rows may be left out. */
  selections: readonly Selection[];
  /** Bits of selections: an actor without a row of each may be left out. */
  needs: number;
  /** The place in `selections` of each step and exclusion. */
  places: { readonly steps: readonly number[]; readonly exclusions: readonly number[] };
  /**
   * Takes actors whose attempts the engine has found, by the rules of `FunnelPlan`. For a plan of kind "funnel" alone.
   * @param line the place of the actors' key among the named ones, or the number of named keys
   */
  addTally(line: number, actors: TalliedActors): void;
  /** Takes the rows of the next actors. Give all rows of an actor at once. */
  add(block: ActorBlock): void;
  answer(): Answer;
}

/**
 * Answers as columns do, by the same code.
 * @param named the keys of a breakdown by values that have lines of their own, most frequent first
 * @example const funnel = openActorFunnel(plan, []); funnel.add({ ends: [2], times: Float64Array.of(1000, 5000), marks:
 * Uint32Array.of(0b01, 0b10) }); const { lines } = funnel.answer();
 */
export function openActorFunnel<P extends ActorFunnelPlan>(
  plan: P,
  named: readonly LineKey[],
): ActorFunnel<AnswerOf<P>> {
  return open(plan, named) as ActorFunnel<AnswerOf<P>>;
}

function open(plan: ActorFunnelPlan, named: readonly LineKey[]): ActorFunnel<unknown> {
  const funnel = plan.kind === "funnel" ? plan : plan.funnel;
  const lines = toLines(funnel, named);
  const { selections, places } = toSelections(funnel);
  const sets = new SelectionSets(selections.length);
  const setOf = new Map<number, number>([[0, 0]]);
  const point = plan.kind === "funnel-actors" ? plan.point : null;
  const steps = funnel.order === "unordered" ? [] : places.steps.slice(0, point === null ? 1 : leastSteps(point));
  // Only its keys change from block to block.
  const seen = { block: null as ActorBlock | null };
  const { see, addTally, answer } = createCount(
    plan,
    lines?.keys ?? [{ type: "whole" }],
    (actor) => seen.block?.keys?.[actor],
  );
  const onlyBest = plan.kind !== "funnel-periods" && point?.by !== "period";
  const compile = () => {
    const rules = toFunnelRules(funnel, places, sets);
    const find = createAttemptFinder(rules, onlyBest);
    const all = new Uint8Array(funnel.steps.length).fill(1);
    const seePart = (actor: number, line: number, part: Parameters<typeof find>[0], starts: Uint8Array) => {
      const attempts = find(part, starts);
      if (attempts.count > 0) see(actor, line, attempts);
    };
    if (lines === null) return (actor: number, own: EntitySpan) => seePart(actor, 0, own, all);
    return createSplitter(funnel, lines, rules.steps, seePart).split;
  };
  let split: ReturnType<typeof compile> | null = null;

  return {
    selections,
    places,
    addTally,
    needs: steps.reduce((bits, place) => (bits | (1 << place)) >>> 0, 0),
    add(block) {
      const { ends, times, marks, lines: rowLines } = block;
      const { limit } = sets;
      toSets(marks, setOf, sets);
      // Rules are compiled for the known sets of selections; new sets are few, and come early.
      if (split === null || sets.limit > limit) split = compile();
      seen.block = block;
      const own = new EntitySpan({ times, values: marks, places: rowLines ?? new Uint32Array(0) });
      for (let actor = 0; actor < ends.length; actor++) {
        own.from = own.until;
        own.until = Number(ends[actor]);
        split(actor, own);
      }
    },
    answer,
  };
}

/** Puts the numbers of sets in the place of bits. */
function toSets(marks: Uint32Array, setOf: Map<number, number>, sets: SelectionSets): void {
  let last = 0;
  let lastSet = 0;
  for (let row = 0; row < marks.length; row++) {
    const bits = marks[row]!;
    if (bits !== last) {
      last = bits;
      lastSet = setOf.get(bits) ?? sets.add(0, bitsOf(bits));
      setOf.set(bits, lastSet);
    }
    marks[row] = lastSet;
  }
}

function* bitsOf(bits: number): Generator<number> {
  for (let place = 0; place < MAX_SELECTIONS; place++) if (((bits >>> place) & 1) === 1) yield place;
}

function toLines({ breakdown }: FunnelPlan, named: readonly LineKey[]): FunnelLines | null {
  if (breakdown === null) return null;
  if (breakdown.by === "cohorts") {
    return {
      keys: breakdown.ids.map((id) => ({ type: "cohort", id })),
      has: (place, line) => ((place >>> line) & 1) === 1,
      keyAt: () => 0,
      lineOf: () => 0,
      isFull: () => true,
    };
  }
  const fulls = named.map((key) => key.type === "values" && key.values.some((value) => value !== ""));
  const lineOf = (key: number) => Math.min(key, named.length);
  return {
    keys: [...named, { type: "rest" }],
    has: (place, line) => lineOf(place) === line,
    keyAt: (place) => place,
    lineOf,
    isFull: (key) => fulls[key] ?? key === named.length,
  };
}

type KeyOf = (actor: number) => number | string | undefined;

interface Count extends OutcomeCount<AnswerOf<Plan>> {
  addTally(line: number, actors: TalliedActors): void;
}

function createCount(plan: ActorFunnelPlan, lines: LineKey[], keyOf: KeyOf): Count {
  if (plan.kind === "funnel") return countSteps(plan, lines, new Arena(new Cache(0)));
  const addTally = () => {
    throw new Error(`A plan of kind ${plan.kind} takes rows alone.`);
  };
  return { ...countRows(plan, lines, keyOf), addTally };
}

function countRows(
  plan: Exclude<ActorFunnelPlan, FunnelPlan>,
  lines: LineKey[],
  keyOf: KeyOf,
): OutcomeCount<AnswerOf<Plan>> {
  // An arena of its own, which no other question uses again.
  const arena = new Arena(new Cache(0));
  switch (plan.kind) {
    case "funnel-periods":
      return countPeriods(plan, lines);
    case "funnel-times": {
      const all = new NumberList(arena);
      return { see: seeTimes(plan, all), answer: () => binSeconds([all.toArray()], plan.bins) };
    }
    case "funnel-actors":
      return listActors(plan, lines, keyOf);
  }
}

function countSteps(plan: FunnelPlan, lines: LineKey[], arena: Arena): Count & OutcomeCount<FunnelAnswer> {
  const tallies: (LineTally | undefined)[] = plan.breakdown === null ? [createTally(plan, arena)] : [];
  const tallyOf = (line: number) => (tallies[line] ??= createTally(plan, arena));
  return {
    see: (_, line, attempts) => tallyOf(line).add(attempts),
    addTally: (line, actors) => tallyOf(line).addActors(actors),
    answer: () => ({ lines: lines.flatMap((key, line) => tallies[line]?.toLine(key) ?? []) }),
  };
}

function listActors(
  { funnel, point, line, page }: FunnelActorsPlan,
  lines: LineKey[],
  keyOf: KeyOf,
): OutcomeCount<ReturnType<typeof cutPage>> {
  const wanted = line === null ? null : lines.findIndex((key) => JSON.stringify(key) === JSON.stringify(line));
  const found: (number | string)[] = [];
  const see: SeeOutcome = (actor, own, attempts) => {
    if (wanted !== null && own !== wanted) return;
    const key = keyOf(actor);
    // An actor in several lines is seen in one after the other.
    if (key === undefined || found.at(-1) === key || wantedAttempt(point, attempts) < 0) return;
    found.push(key);
  };
  return { see, answer: () => cutPage({ ...toKeys(funnel.actors, found), order: "keys" }, page) };
}

function toKeys(kind: EntityKind, found: readonly (number | string)[]) {
  if (kind.by === "values") throw new TypeError("Rows by values do not say whose they are: gather them.");
  if (kind.by === "persons")
    return { by: kind.by, ids: Float64Array.from(found, Number).toSorted(compareNumbers) } as const;
  // As `<` compares texts.
  return { ...kind, keys: found.map(String).toSorted() } as const;
}
