import type { FunnelAnswer, FunnelLine } from "../funnel-answer.ts";
import type { FunnelPlan } from "../plan.ts";
import type { LineKey } from "../../../port/lines.ts";
import type { WorkerGroup } from "../../../engines/columns/group/worker-group.ts";
import type { Arena } from "../../../engines/columns/log/arena.ts";
import type { Execution } from "../../../engines/columns/execution.ts";
import { entityIdsOfKind } from "../../../engines/columns/entities/counted-entities.ts";
import type { Attempts } from "./attempts.ts";
import { openFunnel } from "./each-outcome.ts";
import { toEnd } from "./funnel-rules.ts";
import type { FunnelRules } from "./funnel-rules.ts";
import { NumberList } from "./number-list.ts";
import { SteadySums } from "./steady-sums.ts";
import type { SumParts } from "./steady-sums.ts";
import { StepSeconds } from "./step-seconds.ts";
import { openTallyLines, openTallyMany } from "./tally-many.ts";
import type { TallyLists, TallyMany } from "./tally-many.ts";

/** Answers a funnel: how far each actor got in each line, and how long it took. Source: reference/insights.md 11. */
export function runFunnel(execution: Execution, plan: FunnelPlan): FunnelAnswer {
  const entityIds = entityIdsOfKind(plan.actors, execution);
  const { lines, rules, each } = openFunnel(execution, plan, entityIds, { onlyBest: true });
  const tallies: (LineTally | undefined)[] = lines.map((_, line) =>
    plan.breakdown === null && line === 0 ? createTally(plan, execution.arena) : undefined,
  );
  const tallyOf = (line: number) => (tallies[line] ??= createTally(plan, execution.arena));
  const many = tallies[0]?.openMany(rules) ?? undefined;
  const listsOf = (line: number) => tallyOf(line).lists;
  const byLine =
    many === undefined ? openTallyLines(plan, rules, execution.arena, { lineCount: lines.length, listsOf }) : null;
  each((_, line, attempts) => tallyOf(line).add(attempts), many, byLine ?? undefined);
  many?.end();
  byLine?.end();
  collectTallies(execution, plan, tallies);
  // The answer of the first thread counts.
  if (execution.actorWorkers.rank > 0) return { lines: [] };
  return { lines: lines.flatMap((key, line) => tallies[line]?.toLine(key) ?? []) };
}

/** Takes in what the other threads of the worker group found of their actors. */
function collectTallies(execution: Execution, plan: FunnelPlan, tallies: (LineTally | undefined)[]): void {
  const { actorWorkers: workers } = execution;
  if (workers.size === 1) return;
  const [, ...others] = workers.collect(tallies.map((tally) => tally?.toPart(workers)));
  for (const parts of others) {
    for (const [line, part] of parts.entries()) {
      if (part !== undefined) (tallies[line] ??= createTally(plan, execution.arena)).addPart(part);
    }
  }
}

/** The content of a tally, for another thread. */
interface TallyPart {
  furthest: number[];
  means: SumParts;
  medians: Float64Array[];
}

/** Actors by the steps that they reached; each list has an entry per step. */
export interface TalliedActors {
  /** Actors whose furthest step is this one. */
  furthest: ArrayLike<number>;
  /** Mean and median seconds of each actor who came to the step. */
  means: readonly Float64Array[];
  medians: readonly Float64Array[];
}

export interface LineTally {
  add(attempts: Attempts): void;
  addActors(actors: TalliedActors): void;
  /** Prepares to add many actors at once; null = it cannot. */
  openMany(rules: FunnelRules): TallyMany | null;
  /** The parts of the tally, which `openMany` adds to. */
  lists: TallyLists;
  toPart(workers: WorkerGroup): TallyPart;
  addPart(part: TallyPart): void;
  toLine(key: LineKey): FunnelLine;
}

/** Creates the count of a line: how far each actor got, and how long it took. */
export function createTally(plan: FunnelPlan, arena: Arena): LineTally {
  const { steps, window } = plan;
  const furthest = steps.map(() => 0);
  const means = new SteadySums(steps.length);
  const medians = steps.map(() => new NumberList(arena));
  const seconds = new StepSeconds(toEnd(window));
  return {
    add(attempts) {
      furthest[attempts.best - 1]! += 1;
      if (!attempts.hasChains) return;
      seconds.open(attempts);
      for (let step = 1; step < seconds.endStep; step++) {
        seconds.read(step);
        if (seconds.count === 0) continue;
        means.add(step, seconds.sum / seconds.count);
        medians[step]!.add(seconds.median());
      }
    },
    addActors(actors) {
      for (const [step, own] of actors.means.entries()) {
        furthest[step]! += actors.furthest[step]!;
        for (const mean of own) means.add(step, mean);
        medians[step]!.addAll(actors.medians[step]!);
      }
    },
    openMany: (rules) => openTallyMany(plan, rules, arena, { furthest, means, medians }),
    lists: { furthest, means, medians },
    toPart: (workers) => ({ furthest, means: means.toParts(), medians: medians.map((list) => list.toShared(workers)) }),
    addPart(part) {
      for (const [step, count] of part.furthest.entries()) furthest[step]! += count;
      means.addParts(part.means);
      for (const [step, list] of part.medians.entries()) medians[step]!.addAll(list);
    },
    toLine: (key) => ({
      key,
      furthest,
      averageSeconds: medians.map(({ count }, step) => (count === 0 ? null : means.at(step) / count)),
      medianSeconds: medians.map((list) => list.median()),
    }),
  };
}
