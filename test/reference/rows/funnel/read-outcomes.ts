import type { EventRow } from "../../../../lib/port/row.ts";
import type { FunnelPlan } from "../../../../lib/questions/funnel/plan.ts";
import type { GroupValue, LineKey } from "../../../../lib/port/lines.ts";
import { plannedCohorts } from "../filters/cohorts.ts";
import type { CohortLookup } from "../../../../lib/events/filters/index.ts";
import type { Db } from "../../../../lib/storage/index.ts";
import { groupValue } from "../group-value.ts";
import { entityOf } from "../entity-of.ts";
import { createRanking } from "../rank.ts";
import type { Ranking } from "../rank.ts";
import { compileSelection } from "../select.ts";
import type { Log } from "../select.ts";
import { walkEvents } from "../../../../lib/engines/rows/index.ts";
import { toActorLines } from "./actor-lines.ts";
import type { FunnelRow } from "./actor-lines.ts";
import { toAttempts } from "./attempts.ts";
import type { Attempt } from "./attempts.ts";

/** The attempts of one actor in one line of a funnel. */
export interface Outcome {
  key: LineKey;
  actor: number | string;
  /** At least one attempt; attempts that exclusions discard are left out. */
  attempts: Attempt[];
}

/** Runs a funnel for each actor and line; an actor that never began, or whose attempts were all discarded, has no outcome. */
export function* readOutcomes(db: Db, plan: FunnelPlan): Generator<Outcome> {
  const { rowsOf, toKey } = readRows(db, plan);
  for (const [actor, rows] of rowsOf) {
    for (const { key, rows: own, starts } of toActorLines(plan, rows, toKey)) {
      const attempts = toAttempts(plan, own, starts);
      if (attempts.length > 0) yield { key, actor, attempts };
    }
  }
}

interface FunnelRows {
  rowsOf: Map<number | string, FunnelRow[]>;
  /** The line of values: their own line, or that of the rest. */
  toKey(values: GroupValue[]): LineKey;
}

function readRows(db: Db, plan: FunnelPlan): FunnelRows {
  const { projectId, sessionRange, range, breakdown } = plan;
  const cohorts = plannedCohorts(db, plan.cohorts);
  const log = { db, projectId, sessionRange };
  const toRow = rowReader(plan, cohorts, log);
  const ranking = breakdown?.by === "values" ? rankingOf(plan, breakdown) : null;
  const isRanked = breakdown?.by === "values" ? compileSelection(breakdown.ranked, cohorts, log) : () => false;
  const rowsOf: FunnelRows["rowsOf"] = new Map();
  for (const row of walkEvents(db, { projectId, sessionRange, ...range })) {
    if (isRanked(row)) ranking?.add(row);
    const actor = entityOf(row, plan.actors);
    const read = actor === null ? null : toRow(row);
    if (actor === null || read === null) continue;
    const rows = rowsOf.get(actor) ?? [];
    rowsOf.set(actor, rows);
    rows.push(read);
  }
  const limit = breakdown?.by === "values" ? breakdown.limit : 0;
  const named = new Set((ranking?.keys() ?? []).slice(0, limit).map((values) => JSON.stringify(values)));
  return {
    rowsOf,
    toKey: (values) => (named.has(JSON.stringify(values)) ? { type: "values", values } : { type: "rest" }),
  };
}

type ByValues = Extract<FunnelPlan["breakdown"], { by: "values" }>;

function rankingOf({ range }: FunnelPlan, { sources, limit }: ByValues): Ranking {
  const frame = { range, edgesMs: [range.fromMs] };
  return createRanking({ by: "values", sources, limit, offset: 0, hasRest: true, rankBy: { by: "events" } }, frame);
}

/** Makes the reader of events; null = the funnel does not look at the event. */
export function rowReader(plan: FunnelPlan, cohorts: CohortLookup, log: Log): (row: EventRow) => FunnelRow | null {
  const steps = plan.steps.map(({ select }) => compileSelection(select, cohorts, log));
  const exclusions = plan.exclusions.map(({ select }) => compileSelection(select, cohorts, log));
  const isBetween = compileSelection(plan.between, cohorts, log);
  const { breakdown } = plan;
  const memberships = breakdown?.by === "cohorts" ? breakdown.ids.map((id) => membershipOf(id, cohorts)) : [];
  return (row) => {
    const own = {
      timestampMs: row.timestampMs,
      steps: placesOf(steps, row),
      exclusions: placesOf(exclusions, row),
    };
    const counts = own.steps.length + own.exclusions.length > 0 || (plan.order === "strict" && isBetween(row));
    if (!counts) return null;
    return {
      ...own,
      values: breakdown?.by === "values" ? breakdown.sources.map((source) => groupValue(row, source)) : [],
      cohorts: memberships.filter(({ isMember }) => isMember(row)).map(({ id }) => id),
    };
  };
}

function placesOf(tests: ((row: EventRow) => boolean)[], row: EventRow): number[] {
  return tests.flatMap((isSuch, place) => (isSuch(row) ? [place] : []));
}

function membershipOf(id: number | null, cohorts: CohortLookup) {
  return { id, isMember: id === null ? () => true : cohorts(id) };
}
