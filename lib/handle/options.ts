import * as v from "valibot";
import { isCron } from "../base/cron.ts";
import { misconfigured } from "../base/errors.ts";
import { requireOptions, unknownOption, wrongOption } from "../base/call-faults.ts";
import type { CopyOptions } from "../copies/index.ts";
import type { FollowOptions } from "../replication/index.ts";
import type { Flags } from "../flags/program/index.ts";
import type { AiPrices } from "../ingest/ai/index.ts";
import type { Logger } from "../base/log.ts";
import type { OpenEngine } from "../port/engine.ts";
import type { PluginOptions } from "../plugins/index.ts";
import type { Checkpoint, Durability } from "../storage/index.ts";

/** The options of `createHoglet`, all optional. */
export interface HogletOptions extends PluginOptions {
  /**
   * Create a new database in an existing file of 0 bytes. @default false: refused, since it may be the rest of a lost
   * database
   */
  useEmptyFile?: boolean;
  /**
   * The bytes of a database to start with, from `hoglet.serialize()`; changes stay in memory. Excludes `file`.
   * @default an empty database
   */
  contents?: Uint8Array;
  /**
   * Returns `sizeBytes` random bytes for uuids, tokens and keys; a seeded function makes runs repeatable. @default
   * node:crypto
   */
  random?: (sizeBytes: number) => Uint8Array;
  /** Capture token of the first project of a new database. @default a random `phc_…` */
  projectToken?: string;
  /** First personal API key of a new database. @default a random `phx_…` */
  personalApiKey?: string;
  /** `full` also survives power loss at each commit. @default "normal" */
  durability?: Durability;
  /**
   * `external` = another program, such as Litestream, copies the write-ahead log into the file: hoglet never does, leaves the log when it
   * closes, and a deletion's receipt waits until that program has begun the log again. Without such a program the log grows for ever. When
   * absent, the environment variable `HOGLET_CHECKPOINT` applies. @default "automatic"
   */
  checkpoint?: Checkpoint;
  /**
   * Let an unknown, well-formed project token create a project instead of being refused with 401. The project's id
   * derives from the token. @default false; the server turns it on when it listens on loopback
   */
  openMode?: boolean;
  /**
   * Do not write a person's row when an ordinary event changes only URL, browser, screen and the like, as PostHog does
   * to save writes. @default false: a person always shows the last values
   */
  skipNoisyUpdates?: boolean;
  /**
   * Prices of language models in US dollars per million tokens, which go before those in the package; 0 for a model of your own.
   * @default those in the package
   */
  aiPrices?: AiPrices;
  /**
   * Properties of captured events that are not stored, such as `["$ai_input"]`: they become null after plugins and costs.
   * Persons, and imports in hoglet's own format, are not redacted. @default none
   */
  redact?: readonly string[];
  /**
   * Schedule of queued deletions: a cron expression of five fields, in UTC; empty = never automatic. When absent, the
   * environment variable `HOGLET_DELETION_CRON` applies. @default "0 5 * * 0", Sundays at 05:00
   */
  deletionCron?: string;
  /**
   * Make deleted bytes unreadable, in the file and its log: they are overwritten at once, and each run of deletions
   * rewrites a file of up to 256 MiB (in about a second) and empties the log. @default true
   */
  secureDelete?: boolean;
  /**
   * Copies the database on and on, to a folder or S3, from where `restoreCopy` and `hoglet restore` write it as it was at any kept moment. A
   * process beside this one reads the file. @default none
   */
  copies?: CopyOptions;
  /**
   * Follows another hoglet: the file is new, or has followed it before, and becomes equal to the other's, page by page, in a process beside
   * this one. Every read and question is answered here; requests that change something are sent to the other, and methods that
   * do so throw. No schedules and plugins run here. @default none
   */
  follow?: FollowOptions;
  /**
   * `"one"`: a capture is acknowledged only when a hoglet that follows this one has it, else it gets 503 after 4 s, though it is stored. Then
   * nothing that was acknowledged is lost with this machine. Imports do not wait. @default "none"
   */
  replicated?: "none" | "one";
  /**
   * A folder or bucket that this hoglet and its follower share, as in `copies`. A first writes only while it renews its lease there, once a second; when it
   * has not for 3 s, its follower takes over by itself, which needs `follow.ownUrl`. Both have the same. @default none: a follower takes over when it is told to
   */
  lease?: string;
  /**
   * Age after which events are deleted with the scheduled deletions, by the time when they happened: a number of hours,
   * days or weeks, such as `"365d"`. @default they stay for ever
   */
  keepEventsFor?: string;
  /** Entries of the activity log older than this many days are deleted, once a day. @default they stay for ever */
  activityRetentionDays?: number;
  /**
   * Feature flags of every new project, by key: true, false, a variant, or one of these with `payload` and
   * `distinct_ids`. @default none
   */
  flags?: Flags;
  /**
   * Requests that each personal key may make in any minute and any hour; further requests get 429 with `Retry-After`.
   * PostHog allows 480 and 4800. Capture is never limited. @default no limit
   */
  rateLimits?: { perMinute?: number; perHour?: number };
  /**
   * Memory for columns, in bytes: the least recently used columns are dropped and read again on demand. Answers do not
   * depend on it. @default 268435456 (256 MiB)
   */
  memoryBudgetBytes?: number;
  /**
   * Opens the engine that answers questions, such as one on another machine. It follows the database by `feed` and sees every
   * acknowledged write. @default columns, in this process and its threads
   */
  engine?: OpenEngine;
  /** Longest time of a query in SQL, in ms; a longer query is stopped. @default 10000 */
  queryTimeoutMs?: number;
  /** Most memory of a query in SQL, in bytes; a query that needs more is stopped. @default 536870912 (512 MiB) */
  queryMemoryBytes?: number;
  /** Receives the library's reports. @default silent */
  logger?: Logger;
}

/** Options after validation. */
export type Options = Readonly<HogletOptions>;

/** Scheme, host and port. */
const ORIGIN = /^https?:\/\/[^/?#]+\/*$/;

const fn = () => v.custom<(...args: never[]) => unknown>((value) => typeof value === "function", "a function");

const Price = v.pipe(v.number(), v.finite(), v.minValue(0));

const Count = v.pipe(v.number(), v.integer(), v.minValue(1));

const Schema = {
  file: v.pipe(v.string(), v.minLength(1)),
  useEmptyFile: v.boolean(),
  // Checks the shape and not the class, which differs between the realms of some test runners.
  contents: v.custom<Uint8Array>((value) => ArrayBuffer.isView(value) && value.byteLength > 0),
  now: v.union([v.string(), fn()]),
  random: fn(),
  // As `api_token` of projects.create, so that it is refused under the option's name.
  projectToken: v.pipe(v.string(), v.regex(/^(?!phx_)[\x21-\x7e]{1,64}$/)),
  personalApiKey: v.pipe(v.string(), v.startsWith("phx_"), v.minLength(8)),
  durability: v.picklist(["normal", "full"]),
  checkpoint: v.picklist(["automatic", "external"]),
  openMode: v.boolean(),
  skipNoisyUpdates: v.boolean(),
  aiPrices: v.record(
    v.string(),
    v.strictObject({
      input: Price,
      output: Price,
      cacheRead: v.exactOptional(Price),
      cacheWrite: v.exactOptional(Price),
      request: v.exactOptional(Price),
      webSearch: v.exactOptional(Price),
    }),
  ),
  redact: v.array(v.pipe(v.string(), v.nonEmpty())),
  deletionCron: v.pipe(v.string(), v.check(isCron)),
  secureDelete: v.boolean(),
  copies: v.strictObject({
    to: v.pipe(v.string(), v.minLength(1)),
    every: v.exactOptional(v.string()),
    keep: v.exactOptional(v.string()),
  }),
  follow: v.strictObject({
    url: v.pipe(v.string(), v.regex(ORIGIN)),
    key: v.pipe(v.string(), v.minLength(1)),
    writes: v.exactOptional(v.picklist(["forward", "refuse"])),
    ownUrl: v.exactOptional(v.pipe(v.string(), v.regex(ORIGIN))),
  }),
  replicated: v.picklist(["none", "one"]),
  lease: v.pipe(v.string(), v.minLength(1)),
  keepEventsFor: v.pipe(v.string(), v.regex(/^[1-9]\d{0,5}[hdw]$/)),
  activityRetentionDays: Count,
  // The store reports which flag is invalid.
  flags: v.record(v.string(), v.unknown()),
  rateLimits: v.strictObject({ perMinute: v.exactOptional(Count), perHour: v.exactOptional(Count) }),
  memoryBudgetBytes: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 ** 40)),
  engine: fn(),
  queryTimeoutMs: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2 ** 31 - 1)),
  queryMemoryBytes: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2 ** 40)),
  plugins: v.array(
    v.looseObject({
      name: v.pipe(v.string(), v.nonEmpty()),
      config: v.exactOptional(v.record(v.string(), v.unknown())),
    }),
  ),
  pluginPaths: v.boolean(),
  pluginFetch: fn(),
  geoip: fn(),
  pluginLimits: v.strictObject({
    cpuMs: v.exactOptional(Count),
    wallMs: v.exactOptional(Count),
    eventMs: v.exactOptional(Count),
    memoryBytes: v.exactOptional(Count),
    keptBytes: v.exactOptional(Count),
  }),
  secretKey: v.pipe(v.string(), v.minLength(1)),
  logger: v.looseObject({ info: fn(), warn: fn(), error: fn() }),
} satisfies Record<keyof HogletOptions, v.GenericSchema>;

/** The names of the options of `createHoglet`, for functions that pass options on to it. */
export const optionNames: readonly string[] = Object.keys(Schema);

const WANTED: Record<keyof HogletOptions, string> = {
  file: "the path of a file",
  useEmptyFile: "true or false",
  contents: "the bytes of a database",
  now: "an ISO date-time or a function giving epoch milliseconds",
  random: "a function giving as many bytes as it is asked for",
  projectToken: "1 to 64 visible ASCII characters, not starting with phx_",
  personalApiKey: "a text that starts with phx_",
  durability: '"normal" or "full"',
  checkpoint: '"automatic" or "external"',
  openMode: "true or false",
  skipNoisyUpdates: "true or false",
  aiPrices: "an object of prices by model, each with input and output in US dollars per million tokens",
  redact: "a list of names of properties",
  deletionCron: 'an empty text or a cron expression of five fields such as "0 5 * * 0"',
  secureDelete: "true or false",
  copies: "an object with to, and every and keep, such as 1m and 7d",
  follow: 'an object with url, such as "https://first.example.com", key, and maybe writes and ownUrl',
  replicated: '"none" or "one"',
  lease: "a folder or the address of a bucket",
  keepEventsFor: 'a number of hours, days or weeks such as "365d"',
  activityRetentionDays: "a whole number of days, from 1",
  flags: "an object of flags by key",
  rateLimits: "an object with perMinute, perHour or both, whole numbers from 1",
  memoryBudgetBytes: "a whole number of bytes, from 0",
  engine: "a function that opens an engine",
  queryTimeoutMs: "a whole number of milliseconds, from 1",
  queryMemoryBytes: "a whole number of bytes, from 1",
  plugins: "a list of plugins made by definePlugin, each with a name of its own",
  pluginPaths: "true or false",
  pluginFetch: "a function like fetch",
  geoip: "a function that gives a record or null",
  pluginLimits: "an object with cpuMs, wallMs, eventMs, memoryBytes, keptBytes, whole numbers from 1",
  secretKey: "a text that is not empty",
  logger: "an object with the functions info, warn and error",
};

/** Options by the names that databases, analytics clients and loggers give theirs. */
const MEANT = {
  path: "file",
  filename: "file",
  filepath: "file",
  db: "file",
  dbpath: "file",
  database: "file",
  storage: "file",
  token: "projectToken",
  apikey: "projectToken",
  key: "personalApiKey",
  log: "logger",
  clock: "now",
  retention: "keepEventsFor",
} satisfies Record<string, keyof HogletOptions>;

/**
 * Checks the options of `createHoglet`.
 * @throws misconfigured naming an unknown option and the nearest known option, or the expected value of a known option
 */
export function parseOptions(given: HogletOptions): Options {
  requireOptions("createHoglet", given, '{ file: "analytics.db" }');
  for (const [name, value] of Object.entries(given)) {
    if (!isKnown(name)) throw unknownOption("createHoglet", name, optionNames, MEANT);
    if (value !== undefined && !v.is(Schema[name], value)) throw wrongOption(name, WANTED[name], value);
  }
  if (given.file !== undefined && given.contents !== undefined) {
    throw misconfigured("contents", "A database that starts with contents is in memory: leave out file or contents.");
  }
  const options = withEnvironment(given);
  if (options.copies !== undefined && options.checkpoint === "external")
    throw misconfigured(
      "copies",
      "With checkpoint external another program makes the copies: leave out copies or checkpoint.",
    );
  refuseBeside(options);
  return options;
}

/** Options that do not go with following another. */
const NOT_FOLLOWING = ["contents", "copies", "checkpoint", "personalApiKey", "projectToken", "plugins"] as const;

function refuseBeside(options: HogletOptions): void {
  if (options.replicated === "one" && options.file === undefined)
    throw misconfigured("replicated", "A hoglet in memory cannot be followed: name a file, or leave out replicated.");
  if (options.lease !== undefined && options.file === undefined)
    throw misconfigured("lease", "A hoglet in memory cannot be followed: name a file, or leave out lease.");
  if (options.follow === undefined) return;
  if (options.lease !== undefined && options.follow.ownUrl === undefined)
    throw misconfigured(
      "follow",
      "With a lease this hoglet may take over by itself, so that others need its address: add ownUrl.",
    );
  if (options.file === undefined) throw misconfigured("follow", "A hoglet that follows another needs a file.");
  const other = NOT_FOLLOWING.find((name) => options[name] !== undefined);
  if (other !== undefined && !(other === "checkpoint" && options.checkpoint === "automatic"))
    throw misconfigured("follow", `A hoglet that follows another has what that has: leave out follow or ${other}.`);
}

/** The options that the environment sets when absent, since they belong to the deployment. */
const FROM_ENVIRONMENT = { deletionCron: "HOGLET_DELETION_CRON", checkpoint: "HOGLET_CHECKPOINT" } as const;

function withEnvironment(given: HogletOptions): HogletOptions {
  const all: HogletOptions = { ...given };
  for (const option of ["deletionCron", "checkpoint"] as const) {
    const name = FROM_ENVIRONMENT[option];
    const value = process.env[name];
    if (given[option] !== undefined || value === undefined) continue;
    if (!v.is(Schema[option], value))
      throw misconfigured(null, `${name}: Expected ${WANTED[option]} but received "${value}".`);
    Object.assign(all, { [option]: value });
  }
  return all;
}

function isKnown(name: string): name is keyof HogletOptions {
  return Object.hasOwn(Schema, name);
}
