import { EdgeRows } from "../../../engines/columns/entities/edge-rows.ts";
import type { SessionTable } from "../../../engines/columns/entities/session-table.ts";
import type { Execution } from "../../../engines/columns/execution.ts";
import { compileScan } from "../../../engines/columns/scan/scan.ts";
import type { Visits, VisitsPlan } from "../plan.ts";

export function runVisits(execution: Execution, { range, select }: VisitsPlan): Visits {
  const slices = compileScan(select, execution);
  execution.showPersons();
  const { people, segments } = execution;
  const table = execution.sessionTable();
  const starts = table.edge("first").ms;
  const isVisited = new Uint8Array(table.limit);
  const firsts = new EdgeRows("first", table.limit, segments);
  const visitorOf = new Uint32Array(table.limit);
  const indexes = new Map(segments.map((segment, index) => [segment, index]));
  let events = 0;
  for (const { segment, start, end, mask } of slices(range)) {
    const sessions = execution.sessions.of(segment, start, end);
    const actors = segment.actors(people, start, end);
    const { times } = segment.core();
    const index = indexes.get(segment)!;
    for (let row = start; row < end; row++) {
      if (mask !== null && mask[row - start] === 0) continue;
      const session = sessions[row - start]!;
      const startMs = starts[session]!;
      // Events without a session start at no time.
      if (!(startMs >= range.fromMs && startMs < range.untilMs)) continue;
      events++;
      isVisited[session] = 1;
      const actor = actors[row]!;
      if (actor !== 0 && firsts.add(session, segment.minMs + times[row]!, index, row)) visitorOf[session] = actor;
    }
  }
  return { ...summarize(table, isVisited), visitors: countDistinct(visitorOf, people.actorLimit), events };
}

function summarize(table: SessionTable, isVisited: Uint8Array): Pick<Visits, "sessions" | "seconds" | "bounces"> {
  let [count, seconds, judged, bounced] = [0, 0, 0, 0];
  for (let session = 0; session < isVisited.length; session++) {
    if (isVisited[session] === 0) continue;
    const summary = table.summary(session);
    const { isBounce } = summary;
    count++;
    seconds += summary.seconds;
    if (isBounce !== null) judged++;
    if (isBounce === true) bounced++;
  }
  return {
    sessions: count,
    seconds: count === 0 ? null : seconds / count,
    bounces: judged === 0 ? null : bounced / judged,
  };
}

function countDistinct(actors: Uint32Array, limit: number): number {
  const seen = new Uint8Array(limit);
  let count = 0;
  for (const actor of actors) {
    if (actor === 0 || seen[actor] === 1) continue;
    seen[actor] = 1;
    count++;
  }
  return count;
}
