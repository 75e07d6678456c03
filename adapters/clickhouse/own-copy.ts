import { HogletError } from "../../lib/index.ts";
import type { Claim, Engine, Feed, Logger } from "../../lib/engine.ts";
import { checkServer } from "./check-server.ts";
import type { Connection } from "./connection.ts";
import { NAME } from "./follower.ts";
import type { Follower } from "./follower.ts";
import type { KeyColumns } from "./key-columns.ts";
import { dropTables, migrate } from "./migrations.ts";
import type { Settings } from "./options.ts";
import { engineTrouble } from "./trouble.ts";

export interface CopyState {
  /** Are the tables there, and the follower's place? */
  isOpen: boolean;
  /** The present trouble, for clients; null = none. */
  trouble: HogletError | null;
  /** A sentence about clocks that disagree; null = they agree. */
  skew: string | null;
  /** The time at which the copy last had every write; null = not yet. */
  currentMs: number | null;
}

/** The copy as this process keeps it, which needs the right to follow: one process has it. */
export interface OwnCopy {
  readonly state: Readonly<CopyState>;
  /** Stores the next entries of the feed; before the first, makes the tables. @throws HogletError 503 */
  ship(): Promise<void>;
  /** Makes the tables again and stores everything. @throws HogletError 503 */
  rebuild: NonNullable<Engine["rebuild"]>;
  /** Keeps trouble for the status, and reports it once. */
  minded<T>(work: () => Promise<T>): Promise<T>;
  /** How much of everything it has, in percent; at most 99. */
  percent(): Promise<number>;
  /** Tells the feed that this process still follows, if it does. */
  renew(): void;
  /** Gives up the right to follow. */
  release(): Promise<void>;
}

interface OwnCopyParts {
  feed: Feed;
  log: Logger;
  connection: Connection;
  settings: Settings;
  follower: Follower;
  columns: KeyColumns;
  /** A rebuild ends once it is closed. */
  life: Readonly<{ isClosed: boolean }>;
}

export function createOwnCopy({ feed, log, connection, settings, follower, columns, life }: OwnCopyParts): OwnCopy {
  const state: CopyState = { isOpen: false, trouble: null, skew: null, currentMs: null };
  let opening: Promise<void> | undefined;
  let claim: Claim | null = null;

  /** Claims or renews the right to follow. @throws HogletError 503 when another process has it */
  const hold = async () => {
    if (claim !== null) return claimed(() => (claim as Claim).renew());
    claim = await feed.claim(NAME);
    if (claim === null) throw elsewhere();
  };
  /** Work that needs the claim. Once another process has followed, this one's place in the feed is old. */
  const claimed = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof HogletError) || error.code !== "lease_lost") throw error;
      claim = null;
      state.isOpen = false;
      throw elsewhere();
    }
  };
  /** Makes missing tables. @param place finds or makes the follower's place */
  const open = async (place: () => Promise<void>) => {
    await migrate(connection, settings);
    await place();
    await columns.keep();
    state.isOpen = true;
  };
  const percent = async () => {
    const mark = follower.mark();
    return mark === undefined ? 0 : Math.min(99, Math.floor(100 * (await feed.progress(mark))));
  };
  return {
    state,
    percent,
    async ship() {
      await hold();
      if (!state.isOpen) {
        const begin = async () => {
          state.skew = await checkServer(connection);
          await open(() => follower.begin());
        };
        await (opening ??= begin().finally(() => (opening = undefined)));
      }
      if (await claimed(() => follower.ship())) state.currentMs = Date.now();
    },
    async rebuild(onProgress) {
      await hold();
      state.skew = await checkServer(connection);
      await dropTables(connection, settings);
      await open(() => follower.restart());
      const before = follower.stored();
      for (let isCurrent = false; !isCurrent && !life.isClosed;) {
        isCurrent = await claimed(() => follower.ship());
        onProgress?.({ entries: follower.stored() - before, percent: isCurrent ? 100 : await percent() });
      }
      state.currentMs = Date.now();
    },
    async minded(work) {
      try {
        const result = await work();
        if (state.trouble !== null) log.info("ClickHouse answers again.", { database: settings.database });
        state.trouble = null;
        return result;
      } catch (error) {
        if (error instanceof HogletError && error.status === 503) {
          const { url, username, database } = settings;
          const fields = { code: error.code, url: new URL(url).host, username, database, cause: String(error.cause) };
          if (state.trouble?.detail !== error.detail) log.error(error.detail, fields);
          state.trouble = error;
        } else if (!(error instanceof HogletError)) {
          log.error("Following into ClickHouse failed.", { error: String(error) });
        }
        throw error;
      }
    },
    renew() {
      if (claim !== null) hold().catch(() => {});
    },
    release: async () => claim?.release(),
  };
}

export function elsewhere(): HogletError {
  const detail =
    "Another process has this database open and follows into ClickHouse: one does so at a time. Ask that process, or end it; " +
    "this one takes over by itself.";
  return engineTrouble("engine_elsewhere", detail);
}
