import type { SessionsAnswer, SessionsPlan, Visits, VisitsPlan } from "../../../lib/questions/visits/plan.ts";
import { compileSelection } from "./select.ts";
import { readSessions, sessionIdOf } from "../../../lib/engines/rows/index.ts";
import { walkEvents } from "../../../lib/engines/rows/index.ts";
import { plannedCohorts } from "./filters/cohorts.ts";
import { sessionValue } from "../../../lib/events/sessions/index.ts";
import type { Db } from "../../../lib/storage/index.ts";

/** The visits that start in a range. */
export function visits(db: Db, { projectId, range, select, cohorts }: VisitsPlan): Visits {
  const log = { projectId, sessionRange: range, hasWholeSessions: true };
  const passes = compileSelection(select, plannedCohorts(db, cohorts), { db, ...log });
  const found = new Map<string, { actor: number | null; seconds: number; isBounce: boolean | null }>();
  let events = 0;
  for (const row of walkEvents(db, { ...log, ...range })) {
    const startMs = Number(row.sessionValue("$start_timestamp") ?? NaN);
    if (!passes(row) || !(startMs >= range.fromMs && startMs < range.untilMs)) continue;
    events++;
    const id = sessionIdOf(row.properties);
    const known = found.get(id);
    found.set(id, {
      actor: known?.actor ?? row.actor,
      seconds: Number(row.sessionValue("$session_duration")),
      isBounce: row.sessionValue("$is_bounce") as boolean | null,
    });
  }
  const all = [...found.values()];
  return {
    visitors: new Set(all.flatMap(({ actor }) => actor ?? [])).size,
    events,
    sessions: all.length,
    seconds: mean(all.map(({ seconds }) => seconds)),
    bounces: mean(all.flatMap(({ isBounce }) => (isBounce === null ? [] : [Number(isBounce)]))),
  };
}

function mean(numbers: number[]): number | null {
  return numbers.length === 0 ? null : numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

/** The sessions with an event in a range. */
export function sessions(db: Db, { projectId, range, keys, hasDistinctIds, limit }: SessionsPlan): SessionsAnswer {
  const known = readSessions(db, { projectId }, range);
  const all = readSessions(db, { projectId }, { fromMs: Number.MIN_SAFE_INTEGER, untilMs: Number.MAX_SAFE_INTEGER });
  const isTooMany = known.size > limit;
  const found = isTooMany ? [] : [...all].filter(([id]) => known.has(id));
  return {
    isTooMany,
    ids: found.map(([id]) => id),
    distinctIds: hasDistinctIds ? found.map(([, { distinctId }]) => distinctId) : [],
    columns: keys.map((key) => ({
      values: found.map(([, session]) => sessionValue(session, key)),
      codes: Uint32Array.from(found, (_, place) => place),
    })),
  };
}
