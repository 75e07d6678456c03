import { rmSync } from "node:fs";
import { join } from "node:path";
import { silentLogger } from "../../base/log.ts";
import { createTempFolder } from "../../base/temp-folder.ts";
import type { AskOptions, Engine } from "../../port/engine.ts";
import type { FeedEntry } from "../../port/feed.ts";
import type { AnswerOf, Plan } from "../../port/plan.ts";
import { createEventLog, openDatabase } from "../../log/index.ts";
import { writeNow } from "../../storage/index.ts";
import type { Db } from "../../storage/index.ts";
import { columnsEngine } from "../columns/index.ts";
import type { AnyRunner, SlicePlan } from "../columns/index.ts";
import { openEngine } from "../host/index.ts";
import { putEntry } from "./put-entry.ts";

/** Events up to which rows stay in memory: the caller's thread answers in about 35 ms. */
const QUICK_EVENTS = 5000;

/** Events from which columns are stored before the question. */
const BLOCK_EVENTS = 65_536;

/** Default memory of an answer, as `engines/host` has. */
const BUDGET_BYTES = 256 * 1024 * 1024;

/** The size of a question. */
export interface GatheredOptions {
  /** Events that will be added; an estimate does. */
  events: number;
  /** Memory for columns in bytes, where the rows are in a file. @default 256 MiB */
  budgetBytes?: number;
}

/** Rows that were gathered for one question. */
export interface Gathered {
  /** Adds entries, each key once; events in any order. Entries of rows that are gone are left out. */
  add(entries: readonly FeedEntry[]): void;
  /** Answers a plan over the rows. Add no more afterwards. */
  ask<P extends Plan>(plan: P, options?: AskOptions): Promise<AnswerOf<P>>;
  /**
   * Answers for a slice: all rows of some of the plan's actors, and no others; see `slicedActors`. Add no more
   * afterwards.
   * @returns plain data, for `askLast` of the last slice
   */
  askPart(plan: Plan, options?: AskOptions): Promise<unknown>;
  /** Answers a plan over the last slice. @param others the parts of all other slices */
  askLast<P extends Plan>(plan: P, others: readonly unknown[], options?: AskOptions): Promise<AnswerOf<P>>;
  /** Removes all rows. */
  close(): Promise<void>;
}

/** Opens an engine over rows that are added. @param runners one for each kind of plan */
export function gatheredEngine(
  runners: readonly AnyRunner[],
  { events, budgetBytes = BUDGET_BYTES }: GatheredOptions,
): Gathered {
  const { db, ask, end } =
    events <= QUICK_EVENTS ? openInMemory(runners, budgetBytes) : openInFile(runners, { events, budgetBytes });
  const askSlice = (plan: Plan, others: SlicePlan["others"], options?: AskOptions) =>
    ask<SlicePlan>(
      { kind: "slice", plan, others, ...(plan.cohorts !== undefined && { cohorts: plan.cohorts }) },
      options,
    );
  const log = createEventLog(db);
  return {
    add: (entries) => writeNow(db, () => entries.forEach((entry) => putEntry(db, log, entry))),
    ask,
    askPart: (plan, options) => askSlice(plan, null, options),
    askLast: async <P extends Plan>(plan: P, others: readonly unknown[], options?: AskOptions) =>
      (await askSlice(plan, others, options)) as AnswerOf<P>,
    close: end,
  };
}

interface Opened {
  db: Db;
  ask: Engine["ask"];
  end(): Promise<void>;
}

function openInMemory(runners: readonly AnyRunner[], budgetBytes: number): Opened {
  const db = openRows(undefined);
  const engine = columnsEngine(db, runners, { budgetBytes });
  return { db, ask: engine.ask, end: async () => db.close() };
}

function openInFile(runners: readonly AnyRunner[], { events, budgetBytes }: Required<GatheredOptions>): Opened {
  const folder = createTempFolder("gathered");
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const db = openRows(join(folder, "rows.db"));
    const options = { memoryBudgetBytes: budgetBytes, secureDelete: false };
    const host = openEngine({ db, options, log: silentLogger }, () => runners);
    return {
      db,
      async ask(plan, asked) {
        if (events > BLOCK_EVENTS) await host.project();
        return host.engine.ask(plan, asked);
      },
      async end() {
        await host.close();
        db.close();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Rows may come before the rows that they name; a lost file loses nothing. */
function openRows(file: string | undefined): Db {
  const db = openDatabase({ file, durability: "normal", secureDelete: false });
  db.sqlite.pragma("foreign_keys = OFF");
  db.sqlite.pragma("synchronous = OFF");
  return db;
}
