import type { FunnelPeriodsAnswer, FunnelPeriodsLine } from "../funnel-answer.ts";

/** Joins answers about different actors: lines with the same key are added up. */
export function mergePeriods(parts: FunnelPeriodsAnswer[]): FunnelPeriodsAnswer {
  const lines = new Map<string, FunnelPeriodsLine>();
  for (const line of parts.flatMap((part) => part.lines)) {
    const name = JSON.stringify(line.key);
    const known = lines.get(name);
    const merged = known === undefined ? line : addLines(known, line);
    lines.set(name, merged);
  }
  return { lines: [...lines.values()] };
}

function addLines(one: FunnelPeriodsLine, other: FunnelPeriodsLine): FunnelPeriodsLine {
  const add = (name: "reachedFrom" | "reachedTo") =>
    one[name].map((count, period) => count + (other[name][period] ?? 0));
  return { key: one.key, reachedFrom: add("reachedFrom"), reachedTo: add("reachedTo") };
}
