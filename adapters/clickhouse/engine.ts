import { clearInterval, clearTimeout, setInterval, setTimeout } from "../../lib/base/platform.ts";
import { HogletError } from "../../lib/index.ts";
import type {
  AnyPlan,
  AnswerOf,
  AskOptions,
  Engine,
  EngineSource,
  Claim,
  EngineStatus,
  ErasedCopy,
  Mark,
  Plan,
} from "../../lib/engine.ts";
import { answer } from "./answer.ts";
import { cancelled, connect } from "./connection.ts";
import type { Connection } from "./connection.ts";
import { eraseDeleted } from "./erase.ts";
import { createFollower, NAME } from "./follower.ts";
import { createJoinSides } from "./join-sides.ts";
import { createKeyColumns, recordKeys } from "./key-columns.ts";
import { dropTables, migrate } from "./migrations.ts";
import type { Settings } from "./options.ts";
import { engineTrouble } from "./trouble.ts";
import { createTurns } from "./turns.ts";

/** Oldest ClickHouse with all functions that are used. */
const OLDEST = [24, 8] as const;

/** Difference of the clocks from which it is reported: nothing depends on it but the times in ClickHouse's own tables. */
const SKEW_MS = 60_000;

/** Interval of signs of life of the process that follows, in ms: half of what the feed asks for. */
const RENEW_MS = 15_000;

/** Interval of looking which properties are named most, in ms. A shorter one gives a new column to questions a little sooner. */
const KEEP_MS = 60_000;

/** Longest delay of a timer: a wait without a limit. */
const FOREVER_MS = 2 ** 31 - 1;

/** Opens the engine: it connects, makes its tables and follows in the background. */
export function openClickhouse({ feed, log }: EngineSource, settings: Settings): Engine {
  const connection = connect(settings);
  const follower = createFollower({ feed, connection, settings, log, newGeneration: () => crypto.randomUUID() });
  const sides = createJoinSides(connection);
  const columns = createKeyColumns({ connection, settings, log });
  const life = { isClosed: false };
  let opening: Promise<void> | undefined;
  let isOpen = false;
  let trouble: HogletError | null = null;
  let skew: string | null = null;
  let currentMs: number | null = null;
  /** The right to follow; null = not yet, or another process has it. */
  let claim: Claim | null = null;

  /** Claims the right to follow, or renews it. @throws HogletError 503 when another process has it */
  const hold = async () => {
    if (claim === null) {
      claim = await feed.claim(NAME);
      if (claim === null) throw elsewhere();
    } else await claimed(() => (claim as Claim).renew());
  };
  /** Does work that needs the claim. Its place in the feed is old once another process has followed. */
  const claimed = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof HogletError) || error.code !== "lease_lost") throw error;
      claim = null;
      isOpen = false;
      throw elsewhere();
    }
  };
  const open = async () => {
    skew = await checkServer(connection);
    await migrate(connection, settings);
    await follower.begin();
    await columns.keep();
    isOpen = true;
  };
  const ship = async () => {
    await hold();
    if (!isOpen) await (opening ??= open().finally(() => (opening = undefined)));
    if (await claimed(() => follower.ship())) currentMs = Date.now();
  };
  /** Remembers trouble for the status, and reports it once. */
  const minded = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      const result = await work();
      if (trouble !== null) log.info("ClickHouse answers again.", { database: settings.database });
      trouble = null;
      return result;
    } catch (error) {
      if (error instanceof HogletError && error.status === 503) {
        const { url, username, database } = settings;
        const fields = { code: error.code, url: new URL(url).host, username, database, cause: String(error.cause) };
        if (trouble?.detail !== error.detail) log.error(error.detail, fields);
        trouble = error;
      } else if (!(error instanceof HogletError))
        log.error("Following into ClickHouse failed.", { error: String(error) });
      throw error;
    }
  };
  const turns = createTurns(() => minded(ship));

  const followOn = async () => {
    while (!life.isClosed && !covers(follower.mark(), await feed.newest()) && (await turns.writeIdle()));
  };
  let following: Promise<void> = Promise.resolve();
  let isFollowing = false;
  const tick = () => {
    if (isFollowing || life.isClosed) return;
    isFollowing = true;
    following = followOn()
      .catch(() => {})
      .finally(() => (isFollowing = false));
  };
  const timer = setInterval(tick, settings.followMs);
  timer.unref();
  const renewal = setInterval(() => {
    if (claim !== null) hold().catch(() => {});
  }, RENEW_MS);
  renewal.unref();
  const keeping = setInterval(() => {
    if (isOpen && trouble === null && columns.isDue()) void turns.writeAlone(() => columns.keep());
  }, KEEP_MS);
  keeping.unref();

  const toPercent = async (mark: Mark | undefined) =>
    mark === undefined ? 0 : Math.min(99, Math.floor(100 * (await feed.progress(mark))));

  /** Asks the copy once it has every write up to now; it stands still meanwhile. */
  const asked = async <T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> => {
    const wanted = await feed.newest();
    const begun = turns.begin(() => covers(follower.mark(), wanted));
    const end = await within(begun, {
      ms: settings.waitMs,
      late: () => behind(follower.mark(), wanted, settings),
      signal,
    });
    try {
      return await work();
    } finally {
      end();
    }
  };

  return {
    ask: <P extends Plan>(plan: P, { signal }: AskOptions = {}) =>
      asked(signal, async () => {
        const recorded = recordKeys(connection, columns);
        const newestSeq = follower.mark()?.events ?? Number.MAX_SAFE_INTEGER;
        const answering = { ...recorded, newestSeq, sides, settings, signal };
        try {
          return (await answer(plan as unknown as AnyPlan, answering)) as AnswerOf<P>;
        } finally {
          columns.use(recorded.keys);
        }
      }),
    async status(): Promise<EngineStatus> {
      const newest = await feed.newest();
      const mark = follower.mark();
      const isCurrent = covers(mark, newest);
      const state =
        trouble !== null
          ? "down"
          : isCurrent
            ? "current"
            : mark?.start === undefined && mark !== undefined
              ? "behind"
              : "starting";
      return {
        name: "clickhouse",
        state,
        behind: toBehind(mark, newest),
        percent: isCurrent ? 100 : await toPercent(mark),
        stored: follower.stored(),
        currentMs,
        trouble: trouble?.detail ?? skew,
        propertyColumns: columns.keys(),
      };
    },
    async rebuild(onProgress) {
      await turns.writeAlone(() =>
        minded(async () => {
          await hold();
          skew = await checkServer(connection);
          await dropTables(connection, settings);
          await migrate(connection, settings);
          await columns.keep();
          await follower.restart();
          isOpen = true;
          const before = follower.stored();
          for (let isCurrent = false; !isCurrent && !life.isClosed;) {
            isCurrent = await claimed(() => follower.ship());
            const percent = isCurrent ? 100 : await toPercent(follower.mark());
            onProgress?.({ entries: follower.stored() - before, percent });
          }
          currentMs = Date.now();
        }),
      );
    },
    async erase({ signal } = {}): Promise<ErasedCopy> {
      const wanted = await feed.newest();
      const begun = turns.begin(() => covers(follower.mark(), wanted));
      const end = await within(begun, { ms: FOREVER_MS, late: elsewhere, signal });
      let events: ErasedCopy["events"];
      try {
        events = { untilSeq: follower.mark()?.events ?? 0, counts: await countEvents(connection, signal) };
      } finally {
        end();
      }
      return { follower: NAME, rows: await minded(() => eraseDeleted({ connection, settings, signal })), events };
    },
    async close() {
      life.isClosed = true;
      clearInterval(timer);
      clearInterval(renewal);
      clearInterval(keeping);
      await following;
      await turns.writeAlone(() => (isOpen && trouble === null ? columns.store() : Promise.resolve()));
      await claim?.release();
      await connection.close();
    },
  };
}

/** Events of each project. */
async function countEvents(connection: Connection, signal?: AbortSignal): Promise<Map<number, number>> {
  const rows = await connection.rows<[number, number]>(
    `SELECT project_id, count() FROM ${connection.table("events")} GROUP BY project_id`,
    { signal },
  );
  return new Map(rows.map(([projectId, count]) => [Number(projectId), Number(count)]));
}

function elsewhere(): HogletError {
  const detail =
    "Another process has this database open and follows into ClickHouse: one does so at a time. Ask that process, or end it; " +
    "this one takes over by itself.";
  return engineTrouble("engine_elsewhere", detail);
}

/** Does the copy have every write up to a mark? */
function covers(mark: Mark | undefined, { events, changes }: Mark): boolean {
  return mark !== undefined && mark.start === undefined && mark.events >= events && mark.changes >= changes;
}

function toBehind(mark: Mark | undefined, newest: Mark): EngineStatus["behind"] {
  return {
    events: Math.max(0, newest.events - (mark?.events ?? 0)),
    changes: Math.max(0, newest.changes - (mark?.changes ?? 0)),
  };
}

/** Waits for the begin of a question no longer than so; one that begins later is ended at once. */
async function within(
  begun: Promise<() => void>,
  { ms, late, signal }: { ms: number; late: () => Error; signal?: AbortSignal | undefined },
): Promise<() => void> {
  let timer: NodeJS.Timeout | undefined;
  let giveUp: (() => void) | undefined;
  let isLate = false;
  const limit = new Promise<never>((_, reject) => {
    const end = (error: Error) => {
      isLate = true;
      reject(error);
    };
    timer = setTimeout(() => end(late()), ms);
    giveUp = () => end(cancelled(signal?.reason));
    signal?.addEventListener("abort", giveUp);
    if (signal?.aborted) giveUp();
  });
  begun.then(
    (end) => {
      if (isLate) end();
    },
    () => {},
  );
  try {
    return await Promise.race([begun, limit]);
  } finally {
    clearTimeout(timer);
    if (giveUp !== undefined) signal?.removeEventListener("abort", giveUp);
  }
}

function behind(mark: Mark | undefined, wanted: Mark, { waitMs }: Settings): HogletError {
  const { events, changes } = toBehind(mark, wanted);
  const detail =
    `ClickHouse is ${events} events and ${changes} changes behind, and did not catch up within ${waitMs} ms. ` +
    "Nothing is lost: ask again in a moment.";
  return engineTrouble("engine_behind", detail);
}

/** @returns a sentence about the clocks; null = they agree. @throws HogletError 503 for a server that is too old */
async function checkServer(connection: Connection): Promise<string | null> {
  const before = Date.now();
  const [row] = await connection.rows<[string, number]>("SELECT version(), toUnixTimestamp64Milli(now64(3))");
  const [version = "0", ms = 0] = row ?? [];
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
    throw engineTrouble(
      "engine_old",
      `ClickHouse is version ${version}, and hoglet needs ${OLDEST.join(".")} or newer.`,
    );
  }
  const skewMs = Number(ms) - (before + Date.now()) / 2;
  if (Math.abs(skewMs) < SKEW_MS) return null;
  return `The clock of ClickHouse is ${Math.round(Math.abs(skewMs) / 1000)} seconds ${skewMs > 0 ? "ahead of" : "behind"} this machine's. Answers do not depend on it; the times in its own tables do.`;
}
