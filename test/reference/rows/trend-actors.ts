import type { EventRow } from "../../../lib/port/row.ts";
import type { FoundActor } from "./actor-page.ts";
import type { GroupValue } from "../../../lib/port/lines.ts";
import type { TrendActorList, TrendActorsPlan } from "../../../lib/questions/trend/plan.ts";
import { plannedCohorts } from "./filters/cohorts.ts";
import type { CohortLookup } from "../../../lib/events/filters/index.ts";
import type { Db } from "../../../lib/storage/index.ts";
import { groupNumber, groupValue } from "./group-value.ts";
import { createRanking } from "./rank.ts";
import { actorOf, compileSelection } from "./select.ts";
import { createTally } from "./tally.ts";
import type { Tally } from "./tally.ts";
import { walkEvents } from "../../../lib/engines/rows/index.ts";

/**
 * Finds who is behind a point of a trend: the actors of its rows, by the value of each one's own.
 * Source: reference/insights.md 13.1, rest.md 7.3.
 */
export function trendActors(db: Db, plan: TrendActorsPlan): FoundActor[] {
  const { projectId, range, sessionRange } = plan;
  const found = new Map<number | string, Tally>();
  const cohorts = plannedCohorts(db, plan.cohorts);
  const passes = compileSelection(plan.select, cohorts, { db, projectId, sessionRange });
  const isInLine = compileLine(db, plan, cohorts);
  for (const row of walkEvents(db, { projectId, sessionRange, ...range })) {
    const actor = passes(row) && isInLine(row) ? actorOf(row, plan.actors) : null;
    if (actor === null) continue;
    const tally = found.get(actor) ?? createTally(plan.value, { range, edgesMs: [range.fromMs] });
    found.set(actor, tally);
    tally.add(row);
  }
  return [...found].map(([key, tally]) => ({ key, value: tally.values()[0] ?? 0 }));
}

function compileLine(db: Db, plan: TrendActorList, cohorts: CohortLookup): (row: EventRow) => boolean {
  const { line, breakdown } = plan;
  if (breakdown === null) return () => true;
  switch (line.type) {
    case "whole":
      return () => true;
    case "cohort":
      return line.id === null ? () => true : cohorts(line.id);
    case "bin": {
      if (breakdown.by !== "bins") return () => false;
      const { low, high } = line.bin;
      return (row) => {
        const number = groupNumber(row, breakdown.source);
        return number !== null && number >= low && number < high;
      };
    }
    case "values":
    case "rest": {
      if (breakdown.by !== "values") return () => false;
      const { sources } = breakdown;
      const keyOfRow = (row: EventRow) => keyOf(sources.map((source) => groupValue(row, source)));
      if (line.type === "values") return (row) => keyOfRow(row) === keyOf(line.values);
      const ranked = rankValues(db, plan, breakdown, cohorts);
      return (row) => !ranked.has(keyOfRow(row));
    }
  }
}

/** The values that have lines, on this page or an earlier page. */
function rankValues(
  db: Db,
  { projectId, valueRange, sessionRange, select }: TrendActorList,
  breakdown: Extract<TrendActorList["breakdown"], { by: "values" }>,
  cohorts: CohortLookup,
): Set<string> {
  const ranking = createRanking(breakdown, { range: valueRange, edgesMs: [valueRange.fromMs] });
  const passes = compileSelection(select, cohorts, { db, projectId, sessionRange });
  for (const row of walkEvents(db, { projectId, sessionRange, ...valueRange })) if (passes(row)) ranking.add(row);
  return new Set(
    ranking
      .keys()
      .slice(0, breakdown.offset + breakdown.limit)
      .map(keyOf),
  );
}

function keyOf(values: GroupValue[]): string {
  return JSON.stringify(values);
}
