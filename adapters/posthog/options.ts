import * as v from "valibot";
import { fetch } from "../../lib/base/platform.ts";
import { refusedOption, requireOptions } from "../../lib/base/call-faults.ts";
import type { Fetch, LoggedEvent } from "../../lib/index.ts";
import type { WireEvent } from "./wire-event.ts";

/** The target of events, and the options; times in milliseconds. */
export interface ForwardOptions {
  /** Address of the upstream, such as `https://eu.i.posthog.com`; its path is kept. */
  host: string;
  /** The upstream project's public token (`phc_…`). */
  projectToken: string;
  /** Id of the project whose events are sent. @default the first */
  project?: number;
  /**
   * Name that distinguishes several outboxes of one project: progress, consent and events set aside belong to it.
   * @default "default"
   */
  name?: string;
  /** Events for which it returns true are sent. If it throws, its event is set aside. @default all */
  filter?(event: LoggedEvent): boolean | Promise<boolean>;
  /** Changes an event before it is sent; null = it is not sent. The uuid always stays. @default unchanged */
  transform?(event: WireEvent): WireEvent | null | Promise<WireEvent | null>;
  /** The consent switch of a new outbox; an existing one remembers (`forwarder.consent`). @default true */
  consent?: boolean;
  /**
   * Events that arrive while consent is off: `skip` = they never leave; `keep` = they leave once it is on again.
   * @default "skip"
   */
  whileOff?: "skip" | "keep";
  /**
   * Events without `$ip`: `none` = they state that they have none; `sender` = the upstream uses the address of this
   * machine, which is right in an app on the user's own machine. @default "none"
   */
  missingIp?: "none" | "sender";
  /** Most events of a request. @default 500 */
  batchEvents?: number;
  /** Most bytes of stored events in a request, before gzip; a larger event is sent alone. @default 2 MiB */
  batchBytes?: number;
  /** Events that arrived longer ago are dropped unsent, and reported. @default 365 days */
  maxAgeMs?: number;
  /** When more bytes than this wait, the oldest are dropped, and reported. @default 1 GiB */
  maxBytes?: number;
  /** Interval for checking for new events; timers run only on the system's clock. @default 3000 */
  intervalMs?: number;
  /** The first wait after a failure; it doubles up to `maxDelayMs`, minus a random part of up to half. @default 1000 */
  minDelayMs?: number;
  /** @default 3600000, an hour */
  maxDelayMs?: number;
  /** Time after which a request without an answer has failed. @default 30000 */
  timeoutMs?: number;
  /** Sends the requests. @default the global fetch */
  fetch?: Fetch;
}

/** Options after validation, with their defaults. */
export type Settings = Required<Omit<ForwardOptions, "project" | "filter" | "transform">> &
  Pick<ForwardOptions, "project" | "filter" | "transform"> & {
    /** `historical_migration` of the requests. */
    isHistorical: boolean;
    /** Later events of the log are not sent. */
    untilSeq: number;
  };

const DAY_MS = 86_400_000;
const MIB = 1024 * 1024;

const fn = v.custom<never>((value) => typeof value === "function", "Expected a function.");
const whole = (least: number) =>
  v.pipe(v.number(), v.integer("Expected a whole number."), v.minValue(least, `Expected at least ${least}.`));

const Schema = v.strictObject({
  host: v.pipe(
    v.string(),
    v.check(
      (text) => /^https?:\/\//.test(text) && URL.canParse(text),
      "Expected a URL such as https://eu.i.posthog.com.",
    ),
  ),
  projectToken: v.pipe(
    v.string(),
    v.regex(/^(?!phx_)[\x21-\x7e]{1,64}$/, "Expected the public token of a project (phc_…), not a personal key."),
  ),
  project: v.optional(whole(1)),
  name: v.optional(v.pipe(v.string(), v.regex(/^[\w.:@-]{1,100}$/, "Expected 1 to 100 letters, digits and . : @ _ -"))),
  filter: v.optional(fn),
  transform: v.optional(fn),
  consent: v.optional(v.boolean()),
  whileOff: v.optional(v.picklist(["skip", "keep"])),
  missingIp: v.optional(v.picklist(["none", "sender"])),
  batchEvents: v.optional(v.pipe(whole(1), v.maxValue(10_000, "Expected at most 10000."))),
  batchBytes: v.optional(v.pipe(whole(1), v.maxValue(64 * MIB, "Expected at most 64 MiB."))),
  maxAgeMs: v.optional(whole(1)),
  maxBytes: v.optional(whole(1)),
  intervalMs: v.optional(v.pipe(whole(1), v.maxValue(2 ** 31 - 1))),
  minDelayMs: v.optional(whole(1)),
  maxDelayMs: v.optional(whole(1)),
  timeoutMs: v.optional(v.pipe(whole(1), v.maxValue(2 ** 31 - 1))),
  fetch: v.optional(fn),
} satisfies Record<keyof ForwardOptions, v.GenericSchema>);

/** @throws HogletError `misconfigured` naming an unknown option, or the expected value of a known option */
export function parseOptions(given: ForwardOptions): Settings {
  requireOptions("forwardTo", given, '{ host: "https://eu.i.posthog.com", projectToken: "phc_…" }');
  const parsed = v.safeParse(Schema, given, { abortEarly: true });
  if (!parsed.success) throw refusedOption("forwardTo", parsed.issues[0], Object.keys(Schema.entries));
  return {
    name: "default",
    consent: true,
    whileOff: "skip",
    missingIp: "none",
    batchEvents: 500,
    batchBytes: 2 * MIB,
    maxAgeMs: 365 * DAY_MS,
    maxBytes: 1024 * MIB,
    intervalMs: 3000,
    minDelayMs: 1000,
    maxDelayMs: 3_600_000,
    timeoutMs: 30_000,
    fetch,
    isHistorical: false,
    untilSeq: Number.MAX_SAFE_INTEGER,
    ...withoutUndefined(given),
  };
}

function withoutUndefined(given: ForwardOptions): ForwardOptions {
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  ) as unknown as ForwardOptions;
}
