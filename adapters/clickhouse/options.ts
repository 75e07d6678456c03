import * as v from "valibot";
import { refusedOption, requireOptions } from "../../lib/base/call-faults.ts";

/** The ClickHouse to follow into and to ask, and its limits. */
export interface ClickhouseOptions {
  /** Address of the HTTP interface, such as `https://clickhouse.example:8443`. */
  url: string;
  /** @default "default" */
  username?: string;
  /** @default none */
  password?: string;
  /**
   * The database of hoglet's tables; it is made where it is missing. It belongs to one file of hoglet alone.
   * @default "hoglet"
   */
  database?: string;
  /**
   * Name of a cluster whose nodes all get the tables: replicated, events sharded by their distinct ids, everything else whole on
   * every node. The macros `{shard}` and `{replica}` must be set on every node. @default one node
   */
  cluster?: string;
  /** Longest wait of a question for the writes before it, in ms; then it is refused as `engine_behind`. @default 10000 */
  waitMs?: number;
  /**
   * Longest time of a statement, and of a question with all of its statements and slices, in ms. ClickHouse gets it too
   * (`max_execution_time`), so that it stops a question that nobody waits for. @default 300000
   */
  timeoutMs?: number;
  /** Interval for looking for new entries while nobody asks, in ms. @default 1000 */
  followMs?: number;
  /** Most entries that are sent in a shipment. @default 20000 */
  batchEntries?: number;
  /**
   * Most events that a question gathers at a time, if it is of a kind that is not answered in SQL. They go through a temporary file of
   * about 1 GB for each million. More events are gathered in slices, each with all events of some actors; a question that cannot be cut
   * so is refused as `too_many_events`. @default 5000000
   */
  gatherEvents?: number;
  /**
   * Most properties of events that get a column of their own, because questions name them often. 0 = none, and those that are there are
   * dropped. ClickHouse writes earlier events again for a new column, and stores its values twice. @default 32
   */
  keyColumns?: number;
  /** Answer in SQL what can be answered so; false = gather the rows of every question, which serves to compare. @default true */
  pushdown?: boolean;
}

/** Options after validation, with their defaults. */
export type Settings = Required<Omit<ClickhouseOptions, "cluster">> & { cluster: string | null };

const whole = (least: number, most: number) =>
  v.pipe(
    v.number(),
    v.integer("Expected a whole number."),
    v.minValue(least, `Expected at least ${least}.`),
    v.maxValue(most, `Expected at most ${most}.`),
  );

/** Longest delay of a timer. */
const MAX_MS = 2 ** 31 - 1;

const Name = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z_][A-Za-z0-9_]{0,62}$/, "Expected 1 to 63 letters, digits and _, not a digit first."),
);

const Schema = v.strictObject({
  url: v.pipe(
    v.string(),
    v.check(
      (text) => /^https?:\/\//.test(text) && URL.canParse(text),
      "Expected a URL such as https://clickhouse.example:8443.",
    ),
  ),
  username: v.optional(v.pipe(v.string(), v.nonEmpty("Expected a name."))),
  password: v.optional(v.string()),
  database: v.optional(Name),
  cluster: v.optional(v.pipe(v.string(), v.regex(/^[\w.-]{1,100}$/, "Expected 1 to 100 letters, digits and _ . -"))),
  waitMs: v.optional(whole(0, MAX_MS)),
  timeoutMs: v.optional(whole(1, MAX_MS)),
  followMs: v.optional(whole(1, MAX_MS)),
  batchEntries: v.optional(whole(1, 200_000)),
  gatherEvents: v.optional(whole(0, 1_000_000_000)),
  keyColumns: v.optional(whole(0, 100)),
  pushdown: v.optional(v.boolean()),
} satisfies Record<keyof ClickhouseOptions, v.GenericSchema>);

/** @throws HogletError `misconfigured` naming an unknown option, or the expected value of a known option */
export function parseOptions(given: ClickhouseOptions): Settings {
  requireOptions("clickhouse", given, '{ url: "http://localhost:8123" }');
  const parsed = v.safeParse(Schema, given, { abortEarly: true });
  if (!parsed.success) throw refusedOption("clickhouse", parsed.issues[0], Object.keys(Schema.entries));
  const { output } = parsed;
  return {
    url: output.url,
    username: output.username ?? "default",
    password: output.password ?? "",
    database: output.database ?? "hoglet",
    cluster: output.cluster ?? null,
    waitMs: output.waitMs ?? 10_000,
    timeoutMs: output.timeoutMs ?? 300_000,
    followMs: output.followMs ?? 1000,
    batchEntries: output.batchEntries ?? 20_000,
    gatherEvents: output.gatherEvents ?? 5_000_000,
    keyColumns: output.keyColumns ?? 32,
    pushdown: output.pushdown ?? true,
  };
}
