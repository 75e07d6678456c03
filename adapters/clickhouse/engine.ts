import { HogletError } from "../../lib/index.ts";
import type {
  AnyPlan,
  AnswerOf,
  AskOptions,
  Engine,
  EngineSource,
  EngineStatus,
  ErasedCopy,
  Mark,
  Plan,
} from "../../lib/engine.ts";
import { answer } from "./answer.ts";
import { connect } from "./connection.ts";
import type { Connection } from "./connection.ts";
import { eraseDeleted } from "./erase.ts";
import { covers, followOn } from "./follow-on.ts";
import { createFollower, NAME } from "./follower.ts";
import { createJoinSides } from "./join-sides.ts";
import { createKeyColumns, recordKeys } from "./key-columns.ts";
import type { Settings } from "./options.ts";
import { createOwnCopy, elsewhere } from "./own-copy.ts";
import { engineTrouble } from "./trouble.ts";
import { createTurns } from "./turns.ts";
import { within } from "./within.ts";

/** A timer's longest delay: no limit. */
const FOREVER_MS = 2 ** 31 - 1;

/** Connects, makes tables, and follows in the background. */
export function openClickhouse({ feed, log }: EngineSource, settings: Settings): Engine {
  const connection = connect(settings);
  const follower = createFollower({ feed, connection, settings, log, newGeneration: () => crypto.randomUUID() });
  const sides = createJoinSides(connection);
  const columns = createKeyColumns({ connection, settings, log });
  const life = { isClosed: false };
  const copy = createOwnCopy({ feed, log, connection, settings, follower, columns, life });
  const turns = createTurns(() => copy.minded(() => copy.ship()));
  const endFollowing = followOn({ feed, settings, follower, columns, copy, turns, life });
  const isThere = (wanted: Mark) => () => covers(follower.mark(), wanted);

  return {
    /** Asks the copy once it has every write up to now; it does not change meanwhile. */
    async ask<P extends Plan>(plan: P, { signal }: AskOptions = {}) {
      const wanted = await feed.newest();
      const late = () => behind(follower.mark(), wanted, settings);
      const end = await within(turns.begin(isThere(wanted)), { ms: settings.waitMs, late, signal });
      const recorded = recordKeys(connection, columns);
      const newestSeq = follower.mark()?.events ?? Number.MAX_SAFE_INTEGER;
      try {
        const answering = { ...recorded, newestSeq, sides, settings, signal };
        return (await answer(plan as unknown as AnyPlan, answering)) as AnswerOf<P>;
      } finally {
        columns.use(recorded.keys);
        end();
      }
    },
    async status(): Promise<EngineStatus> {
      const newest = await feed.newest();
      const mark = follower.mark();
      const { trouble, skew, currentMs } = copy.state;
      const isCurrent = covers(mark, newest);
      const isStarted = mark !== undefined && mark.start === undefined;
      return {
        name: "clickhouse",
        state: trouble !== null ? "down" : isCurrent ? "current" : isStarted ? "behind" : "starting",
        behind: toBehind(mark, newest),
        percent: isCurrent ? 100 : await copy.percent(),
        stored: follower.stored(),
        currentMs,
        trouble: trouble?.detail ?? skew,
        propertyColumns: columns.keys(),
      };
    },
    rebuild: (onProgress) => turns.writeAlone(() => copy.minded(() => copy.rebuild(onProgress))),
    async erase({ signal } = {}): Promise<ErasedCopy> {
      const wanted = await feed.newest();
      const end = await within(turns.begin(isThere(wanted)), { ms: FOREVER_MS, late: elsewhere, signal });
      let events: ErasedCopy["events"];
      try {
        events = { untilSeq: follower.mark()?.events ?? 0, counts: await countEvents(connection, signal) };
      } finally {
        end();
      }
      return { follower: NAME, rows: await copy.minded(() => eraseDeleted({ connection, settings, signal })), events };
    },
    async close() {
      life.isClosed = true;
      await endFollowing();
      const { isOpen, trouble } = copy.state;
      await turns.writeAlone(() => (isOpen && trouble === null ? columns.store() : Promise.resolve()));
      await copy.release();
      await connection.close();
    },
  };
}

/** The number of events of each project. */
async function countEvents(connection: Connection, signal?: AbortSignal): Promise<Map<number, number>> {
  const rows = await connection.rows<[number, number]>(
    `SELECT project_id, count() FROM ${connection.table("events")} GROUP BY project_id`,
    { signal },
  );
  return new Map(rows.map(([projectId, count]) => [Number(projectId), Number(count)]));
}

function toBehind(mark: Mark | undefined, newest: Mark): EngineStatus["behind"] {
  return {
    events: Math.max(0, newest.events - (mark?.events ?? 0)),
    changes: Math.max(0, newest.changes - (mark?.changes ?? 0)),
  };
}

function behind(mark: Mark | undefined, wanted: Mark, { waitMs }: Settings): HogletError {
  const { events, changes } = toBehind(mark, wanted);
  const detail =
    `ClickHouse is ${events} events and ${changes} changes behind, and did not catch up within ${waitMs} ms. ` +
    "Nothing is lost: ask again in a moment.";
  return engineTrouble("engine_behind", detail);
}
