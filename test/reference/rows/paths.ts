import type { PathActorsPlan, PathEdge, PathPoint, PathsAnswer, PathsPlan } from "../../../lib/questions/paths/plan.ts";
import type { Db } from "../../../lib/storage/index.ts";
import { keptPaths } from "./path-sessions.ts";
import type { KeptPath } from "./path-sessions.ts";

/** Answers paths: the kept path of each session, then its neighbours. Source: reference/insights.md 12b.3. */
export function paths(db: Db, plan: PathsPlan): PathsAnswer {
  const edges = new Map<string, { source: string; target: string; timesMs: number[] }>();
  for (const path of keptPaths(db, plan)) {
    const keys = toKeys(path);
    for (const [index, step] of path.steps.entries()) {
      const before = path.steps[index - 1];
      if (before === undefined) continue;
      const [source = "", target = ""] = keys.slice(index - 1);
      const name = JSON.stringify([source, target]);
      const edge = edges.get(name) ?? { source, target, timesMs: [] };
      edges.set(name, edge);
      edge.timesMs.push(step.timestampMs - before.timestampMs);
    }
  }
  const { minWeight, maxWeight, edgeLimit } = plan;
  const weighed = [...edges.values()]
    .map(({ source, target, timesMs }) => ({
      source,
      target,
      value: timesMs.length,
      average_conversion_time: timesMs.reduce((sum, ms) => sum + ms, 0) / timesMs.length,
    }))
    .filter(({ value }) => value >= (minWeight ?? 0) && value <= (maxWeight ?? Infinity));
  return { edges: weighed.toSorted(compare).slice(0, edgeLimit ?? Infinity) };
}

/** The actors behind a point of paths. Source: reference/insights.md 13.4. */
export function findPathActors(db: Db, { plan, point }: Pick<PathActorsPlan, "plan" | "point">): Set<number> {
  const found = new Set<number>();
  for (const path of keptPaths(db, plan)) if (isAt(path, point)) found.add(path.actor);
  return found;
}

function isAt(path: KeptPath, { startKey, endKey, dropoffKey }: PathPoint): boolean {
  const keys = toKeys(path);
  if (dropoffKey !== null) return !path.goesOn && keys.at(-1) === dropoffKey;
  return keys.some(
    (key, index) => (endKey === null || key === endKey) && (startKey === null || keys[index - 1] === startKey),
  );
}

function toKeys({ steps }: KeptPath): string[] {
  return steps.map(({ item }, index) => `${index + 1}_${item}`);
}

function compare(a: PathEdge, b: PathEdge): number {
  return b.value - a.value || compareText(a.source, b.source) || compareText(a.target, b.target);
}

function compareText(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
