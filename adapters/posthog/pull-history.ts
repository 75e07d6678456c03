import { requireHoglet, requireOptions } from "../../lib/base/call-faults.ts";
import { isTooDeep, MAX_DEPTH } from "../../lib/base/depth.ts";
import { fetch, sleep as sleepFor } from "../../lib/base/platform.ts";
import { HogletError } from "../../lib/index.ts";
import type { Fetch, Hoglet, SourceCounts } from "../../lib/index.ts";
import { toWait } from "./back-off.ts";
import { openDownload } from "./download.ts";
import type { Download } from "./download.ts";

/** The origin of the history. */
export interface PullOptions {
  /** Address of the app, such as `https://eu.posthog.com`: its API, not the host of captures. */
  host: string;
  /** Personal API key with `event:read` and `person:read`. */
  key: string;
  /** The project there. @default "@current", the key's own */
  remoteProject?: string;
  /** Folder for the answers until all are there; a pull that was stopped continues from it. It is removed at the end. */
  folder: string;
  /** Only events from this instant on: ISO text. Persons come whole. @default all */
  since?: string;
  /** Failures in a row after which it gives up. @default 10; 3 until the first answer, since the address may be wrong */
  maxFailures?: number;
  /** Stops between two requests, and aborts the running one. */
  signal?: AbortSignal;
  /** Called after each answer. */
  onProgress?(pulled: { events: number; persons: number }): void;
  /** Called when everything is there, just before the first event is stored. */
  onRead?(): void;
  /** @default the global fetch */
  fetch?: Fetch;
  /** Waits; absent = with a timer. */
  sleep?(ms: number): Promise<void>;
}

/** PostHog gives at most 1,000 events and 100 to 1,000 persons. */
const PAGE_ROWS = 1000;
const BACK_OFF = { minDelayMs: 1000, maxDelayMs: 60_000 };
/** Bytes of an answer: 1,000 events of 1 MB each would not fit, and no export has such events. */
const MAX_ANSWER_BYTES = 256 * 1024 * 1024;
/** Empty pages in a row: PostHog leads on from full ones alone. */
const MOST_EMPTY = 10;
/** Time in ms of one answer: a host that sends a byte a minute would hold up the pull for ever. */
const MAX_ANSWER_MS = 600_000;

/**
 * Copies the persons and events of a PostHog, or of another hoglet, by its API. Answers are first kept in a folder,
 * page by page, so that a stopped pull goes on; then they are imported as an export of PostHog: persons as they are
 * there, events under their own uuids. Pulling again adds only what is new.
 * @throws HogletError 502 when the other side cannot be reached or refuses, 499 when it was stopped; the errors of an
 * import
 */
export async function pullHistory(
  hoglet: Pick<Hoglet, "import" | "clock">,
  options: PullOptions,
): Promise<Partial<SourceCounts>> {
  requireHoglet("pullHistory", hoglet, "import");
  requireOptions("pullHistory", options, '{ host: "https://eu.posthog.com", key: "phx_…", folder: "pulled" }');
  const { host, remoteProject = "@current", folder, since } = options;
  const base = `${host.replace(/\/+$/, "")}/api/projects/${encodeURIComponent(remoteProject)}`;
  const until = new Date(hoglet.clock.now()).toISOString();
  const after = since ?? "1970-01-02T00:00:00Z";
  const download = await openDownload(folder, {
    persons: `${base}/persons/?limit=${PAGE_ROWS}`,
    events: `${base}/events/?limit=${PAGE_ROWS}&after=${encodeURIComponent(after)}&before=${encodeURIComponent(until)}`,
  });
  try {
    const reach: Reach = { isReached: false };
    for (const kind of ["persons", "events"] as const) await pullAll(download, kind, { ...options, reach }, hoglet);
    options.onRead?.();
  } finally {
    await download.close();
  }
  const counts = await hoglet.import({ path: download.files }, { from: "posthog" });
  await download.remove();
  return counts;
}

/** Has the other side answered at all? */
interface Reach {
  isReached: boolean;
}

async function pullAll(
  download: Download,
  kind: "persons" | "events",
  options: PullOptions & { reach: Reach },
  { clock }: Pick<Hoglet, "clock">,
): Promise<void> {
  const asked = new Set<string>();
  let empty = 0;
  for (let url = download.next(kind); url !== null; url = download.next(kind)) {
    asked.add(url);
    const { results, next } = await ask(url, options, clock.now());
    // Checked first, since the next pull would go on with it. The key is never sent to another host.
    if (next !== null && (!URL.canParse(next) || new URL(next).origin !== new URL(url).origin))
      throw failure(502, `${options.host} leads to another host.`);
    if (next !== null && asked.has(next)) throw failure(502, `${options.host} leads in a circle: its pages never end.`);
    empty = results.length === 0 ? empty + 1 : 0;
    if (next !== null && empty === MOST_EMPTY) throw failure(502, `${options.host} gives empty pages without end.`);
    await download.add(kind, results, next);
    options.onProgress?.(download.counts());
  }
}

interface Answer {
  results: Record<string, unknown>[];
  next: string | null;
}

async function ask(url: string, options: PullOptions & { reach: Reach }, nowMs: number): Promise<Answer> {
  const { signal = new AbortController().signal, maxFailures = 10, fetch: send = fetch, reach } = options;
  const { sleep = (ms: number) => sleepFor(ms, undefined, { signal }).catch(() => {}) } = options;
  for (let failures = 1; ; failures++) {
    if (signal.aborted) throw failure(499, "The pull was stopped; the next one goes on from here.");
    const answer = await tryAsk(url, { key: options.key, send, signal });
    if ("results" in answer) {
      reach.isReached = true;
      return answer;
    }
    const { status, why } = answer;
    if (status !== 0) reach.isReached = true;
    if ([400, 401, 403, 404].includes(status)) {
      throw failure(
        502,
        `${options.host} answers ${status}: check the address, the project and the key (event:read, person:read).`,
      );
    }
    if (failures >= Math.min(maxFailures, reach.isReached ? maxFailures : UNREACHED_FAILURES)) {
      const advice = reach.isReached ? "The next pull goes on from here." : "Is the address right?";
      throw failure(
        502,
        `${options.host} ${status === 0 ? `does not answer (${why})` : `answers ${status}`}. ${advice}`,
      );
    }
    const wait = toWait(BACK_OFF, failures, nowMs, { seed: url, retryAfterMs: null });
    await sleep(wait.until_ms - nowMs);
  }
}

/** Failures in a row before the first answer: three take about 3 s, and a wrong address stays wrong. */
const UNREACHED_FAILURES = 3;

/** No usable answer: status (0 = none), and the system's reason. */
interface NoAnswer {
  status: number;
  why: string;
}

/** An answer, or why there is none. */
async function tryAsk(
  url: string,
  { key, send, signal }: { key: string; send: Fetch; signal: AbortSignal },
): Promise<Answer | NoAnswer> {
  try {
    const response = await send(url, {
      headers: { authorization: `Bearer ${key}` },
      redirect: "error",
      signal: AbortSignal.any([signal, AbortSignal.timeout(MAX_ANSWER_MS)]),
    });
    if (!response.ok) return { status: response.status, why: "" };
    const text = await readText(response);
    const { results, next } = JSON.parse(text) as { results?: unknown; next?: unknown };
    if (!isRows(results)) return { status: 0, why: "its answers are no lists" };
    // A row's properties are the first level.
    if (isTooDeep(results, -1)) return { status: 0, why: `its answers are nested deeper than ${MAX_DEPTH} levels` };
    return { results, next: typeof next === "string" ? next : null };
  } catch (error) {
    if (error instanceof HogletError) throw error;
    return { status: 0, why: error instanceof SyntaxError ? "its answers are no JSON" : toReason(error) };
  }
}

function isRows(value: unknown): value is Answer["results"] {
  return Array.isArray(value) && value.every((row) => typeof row === "object" && row !== null && !Array.isArray(row));
}

/** Such as ECONNREFUSED, which fetch hides behind "fetch failed". */
function toReason(error: unknown): string {
  const { cause, message } = error as { cause?: { code?: unknown; message?: unknown }; message?: unknown };
  return String(cause?.code ?? cause?.message ?? message ?? error);
}

async function readText(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += piece.length;
    if (size > MAX_ANSWER_BYTES) throw failure(502, "An answer is larger than 256 MiB.");
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}

function failure(status: number, detail: string): HogletError {
  const code = status === 499 ? "cancelled" : "upstream";
  return new HogletError({ status, type: "invalid_request", code, detail });
}
