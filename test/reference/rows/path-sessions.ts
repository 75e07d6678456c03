import type { PathsPlan } from "../../../lib/questions/paths/plan.ts";
import { plannedCohorts } from "./filters/cohorts.ts";
import type { Db } from "../../../lib/storage/index.ts";
import { compileItem, isIncluded } from "./path-items.ts";
import { compileStretches } from "./path-stretches.ts";
import { compileSelection } from "./select.ts";
import { walkEvents } from "../../../lib/engines/rows/index.ts";

/** Something that an actor did. */
export interface PathStep {
  item: string;
  timestampMs: number;
}

/** The items kept of one session; never empty. */
export interface KeptPath {
  actor: number;
  steps: PathStep[];
  /** Did the session go on after the last of them, beyond the limit? */
  goesOn: boolean;
}

/** The paths of all sessions that have one, actor by actor. Source: reference/insights.md 12b.3, rules 1 to 4. */
export function* keptPaths(db: Db, plan: PathsPlan): Generator<KeptPath> {
  for (const [actor, done] of readSteps(db, plan)) {
    for (const session of toSessions(done, plan.gapMs)) {
      const merged = merge(session);
      const steps = cut(merged, plan);
      if (steps === null || steps.length === 0) continue;
      const goesOn = plan.endPoint === null && steps.at(-1) !== merged.at(-1);
      yield { actor, steps, goesOn };
    }
  }
}

function readSteps(db: Db, plan: PathsPlan): Map<number, PathStep[]> {
  const { projectId, range, sessionRange, include, items } = plan;
  const isSelected = compileSelection(plan.select, plannedCohorts(db, plan.cohorts), {
    db,
    projectId,
    sessionRange,
  });
  const itemOf = compileItem(items);
  const isWithin = compileStretches(db, plan);
  const byActor = new Map<number, PathStep[]>();
  for (const row of walkEvents(db, { projectId, sessionRange, ...range })) {
    if (row.actor === null || !isIncluded(include, row) || !isWithin(row) || !isSelected(row)) continue;
    const item = itemOf(row);
    if (items.exclude.includes(item)) continue;
    const done = byActor.get(row.actor) ?? [];
    byActor.set(row.actor, done);
    done.push({ item, timestampMs: row.timestampMs });
  }
  return byActor;
}

function toSessions(done: PathStep[], gapMs: number): PathStep[][] {
  const sessions: PathStep[][] = [];
  for (const [index, step] of done.entries()) {
    const before = done[index - 1];
    if (before === undefined || step.timestampMs - before.timestampMs >= gapMs) sessions.push([]);
    sessions.at(-1)?.push(step);
  }
  return sessions;
}

/** Keeps the last of equal items in a row; an empty item at the end does not count. */
function merge(session: PathStep[]): PathStep[] {
  return session.filter(({ item }, index) => item !== (session[index + 1]?.item ?? ""));
}

/** Null = the session lacks a point. */
function cut(steps: PathStep[], { startPoint, endPoint, stepLimit }: PathsPlan): PathStep[] | null {
  const first = startPoint === null ? 0 : steps.findIndex(({ item }) => item === startPoint);
  if (first < 0) return null;
  const started = steps.slice(first);
  if (endPoint === null) return started.slice(0, stepLimit);
  const last = started.findIndex(({ item }, index) => item === endPoint && (startPoint === null || index > 0));
  if (last < 0) return null;
  const ended = started.slice(0, last + 1);
  if (startPoint === null) return ended.slice(-stepLimit);
  const half = Math.floor(stepLimit / 2);
  const left = ended[half];
  if (ended.length <= stepLimit || left === undefined) return ended;
  // The gap has the time of the first item that it replaces.
  const gap = { item: "...", timestampMs: left.timestampMs };
  return [...ended.slice(0, half), gap, ...ended.slice(ended.length - half)];
}
