import { requireHoglet, requireOptions } from "../../lib/base/call-faults.ts";
import { sleep as sleepFor } from "../../lib/base/platform.ts";
import { HogletError } from "../../lib/index.ts";
import type { Fetch, Hoglet } from "../../lib/index.ts";
import { parseOptions } from "./options.ts";
import { listOutboxes, openOutbox } from "./outbox.ts";
import type { Consent } from "./outbox.ts";
import { createSender } from "./sender.ts";
import { statusOf } from "./status.ts";
import type { OutboxStatus } from "./status.ts";

/** The target of the history. */
export interface PushOptions {
  /** The address of the upstream, as in `forwardTo`. */
  host: string;
  projectToken: string;
  /** @default the first */
  project?: number;
  /** Begin at the first event again, whatever an earlier push has delivered. @default false */
  restart?: boolean;
  /** Failures in a row after which it gives up. @default 10; 3 until the first answer, since the address may be wrong */
  maxFailures?: number;
  /** Stops, and aborts the running request. */
  signal?: AbortSignal;
  /** Called after each request: the number of settled events, and of all events of this push. */
  onProgress?(settled: number, total: number): void;
  /** @default the global fetch */
  fetch?: Fetch;
  /** Waits; absent = with a timer. */
  sleep?(ms: number): Promise<void>;
}

/** The outbox of a push at its end. */
export interface PushResult extends OutboxStatus {
  /** Events that this push has delivered. */
  delivered: number;
  /** Events that earlier pushes have. */
  delivered_before: number;
}

/** Longest wait between two tries, in ms: a user is watching. */
const MAX_DELAY_MS = 60_000;
/** Failures in a row before the first answer: three take a few seconds, and a wrong address stays wrong. */
const UNREACHED_FAILURES = 3;
const FOREVER = Number.MAX_SAFE_INTEGER;

/**
 * Replays all stored events to an upstream, in order, marked as `historical_migration`; resolves with the status when
 * all are delivered. Progress is kept in the database: a killed push goes on where it stopped, and a second push sends
 * only newer events. Events that arrived without consent (of any outbox) stay.
 * @throws HogletError 409 while consent of an outbox is off, 502 when the upstream cannot be reached or refuses
 */
export async function pushHistory(
  hoglet: Pick<Hoglet, "clock" | "events" | "groups" | "notes">,
  options: PushOptions,
): Promise<PushResult> {
  requireHoglet("pushHistory", hoglet, "notes");
  requireOptions("pushHistory", options, '{ host: "https://eu.i.posthog.com", projectToken: "phc_…" }');
  const { host, projectToken, project, signal = new AbortController().signal, maxFailures = 10 } = options;
  // A signal ends the wait; the next turn notices it.
  const { sleep = (ms: number) => sleepFor(ms, undefined, { signal }).catch(() => {}) } = options;
  const place = project === undefined ? {} : { project };
  const name = pushName(host, projectToken);
  const { newest_seq: untilSeq } = await hoglet.events.after({ ...place, seq: FOREVER });
  const settings = {
    ...parseOptions({
      host,
      projectToken,
      ...place,
      maxAgeMs: FOREVER,
      maxBytes: FOREVER,
      maxDelayMs: MAX_DELAY_MS,
      ...(options.fetch !== undefined && { fetch: options.fetch }),
    }),
    name,
    isHistorical: true,
    untilSeq,
  };
  const outbox = openOutbox(hoglet, { host, name, project }, { given: true, withheld: [] });
  if (options.restart === true) await outbox.restart();
  const { delivered: before } = await outbox.progress();
  const total = (await hoglet.events.measure({ ...place, until_seq: untilSeq })).events;
  const report = async () => {
    const { seq } = await outbox.progress();
    const rest = await hoglet.events.measure({ ...place, seq, until_seq: Math.max(seq, untilSeq) });
    options.onProgress?.(total - rest.events, total);
  };
  await report();
  let reported = Promise.resolve();
  const sender = createSender({
    hoglet,
    settings,
    outbox,
    consent: () => commonConsent(hoglet, project),
    tell(event) {
      if (event === "delivered") reported = reported.then(report);
    },
  });

  let isReached = false;
  for (;;) {
    const end = await sender.turn(signal, false);
    await reported;
    if (end === "idle") break;
    if (end === "off") throw failure(409, "conflict", "Consent is switched off: nothing may leave.");
    if (end === "aborted") throw failure(499, "cancelled", "The push was stopped; the next one goes on from here.");
    const { wait, trouble, is_denied: isDenied } = await outbox.progress();
    const failures = wait?.failures ?? 0;
    // A turn that delivers some events ends without trouble.
    isReached ||= trouble === null || trouble.status !== null;
    if (isDenied || failures >= (isReached ? maxFailures : Math.min(maxFailures, UNREACHED_FAILURES)))
      throw failure(502, "upstream", toSentence(host, trouble));
    await sleep(Math.max(0, (wait?.until_ms ?? 0) - hoglet.clock.now()));
  }
  await report();
  const status = await statusOf(hoglet, { name, project });
  return { ...status, delivered: status.delivered - before, delivered_before: before };
}

/** A push is remembered by its target; the token is not a secret, but need not be on every disk. */
function pushName(host: string, projectToken: string): string {
  return `push:${new URL(host).host}:${projectToken.slice(0, 12)}`.replaceAll(/[^\w.:@-]/g, "_");
}

/** The consent of all outboxes: on only if no outbox is off; events that any outbox withholds are withheld. */
async function commonConsent(hoglet: Pick<Hoglet, "notes">, project: number | undefined): Promise<Consent> {
  const names = await listOutboxes(hoglet, project);
  const first: Consent = { given: true, withheld: [] };
  const all = await Promise.all(names.map((name) => openOutbox(hoglet, { host: "", name, project }, first).consent()));
  return { given: all.every(({ given }) => given), withheld: all.flatMap(({ withheld }) => withheld) };
}

function toSentence(host: string, trouble: { status: number | null; message: string } | null): string {
  const why = trouble === null ? "" : ` ${trouble.status ?? "no answer"}: ${trouble.message}`;
  return `${host} does not take the events:${why} (the next push goes on from here).`;
}

function failure(status: number, code: string, detail: string): HogletError {
  return new HogletError({ status, type: status >= 500 ? "server_error" : "invalid_request", code, detail });
}
