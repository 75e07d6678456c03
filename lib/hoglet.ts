import { toFetch } from "./http/index.ts";
import type { Fetch, HttpReply, HttpRequest } from "./http/index.ts";
import { captureEvents } from "./ingest/capture/index.ts";
import type { CapturedEvent } from "./ingest/capture/index.ts";
import { openInstance } from "./instance.ts";
import { closed } from "./base/errors.ts";
import { whileAlive } from "./base/while-alive.ts";
import { createScope, orKnown, withMethodGroups } from "./operations/index.ts";
import type { InProject, MethodGroups } from "./operations/index.ts";
import { parseOptions } from "./handle/options.ts";
import type { HogletOptions } from "./handle/options.ts";
import type { Project } from "./admin/projects/index.ts";
import { serialize } from "./storage/index.ts";

/** An open database with all methods. Created by `createHoglet`. */
export interface Hoglet extends MethodGroups {
  /** The first project: the default of every method, unless its options name another by `project`. */
  readonly project: Project;
  /** Value of the first personal API key, if this call created it or was given it; null for an existing database. */
  readonly personalApiKey: string | null;
  /** Captures events; resolves once they are committed. */
  capture(events: CapturedEvent | readonly CapturedEvent[], options?: InProject): Promise<void>;
  /** The time of this handle, in epoch milliseconds; `isSystem` = the system's clock, not the option `now`. */
  readonly clock: { now(): number; readonly isSystem: boolean };
  /** Answers HTTP requests in process, like the global `fetch`: pass it to an SDK. The origin does not matter. */
  readonly fetch: Fetch;
  /** As `fetch`, for adapters, without the cost of web-standard objects. */
  handle(request: HttpRequest): Promise<HttpReply>;
  /**
   * Runs the jobs that are due on the handle's clock (cohort recalculation and the like) and resolves with their names.
   * On the system's clock a timer does this every minute; with a clock of your own (option `now`) call it after moving
   * the time.
   */
  runDue(): Promise<string[]>;
  /**
   * The whole database as bytes, once running captures are stored: `createHoglet({ contents })` opens a copy in memory.
   * A thread copies a file of more than 2 MiB; in memory a copy blocks the event loop for 3 to 7 ms a MB. It holds
   * deleted data only until `secureDelete` overwrites them, and only the hashes of keys.
   */
  serialize(): Promise<Uint8Array>;
  /** Waits for running captures and scheduled work and closes the database; a second call waits for the first. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Opens (or creates) a database.
 * @example
 * const hoglet = await createHoglet({ file: "analytics.db" }); // no options: in memory
 * await hoglet.capture({ event: "signed up", distinct_id: "u1", properties: { plan: "pro" } });
 * @throws HogletError `misconfigured` naming the invalid option or file
 */
export async function createHoglet(options: HogletOptions = {}): Promise<Hoglet> {
  let current = await openInstance(parseOptions(options), (next) => {
    current = next;
  });
  let closing: Promise<void> | undefined;

  const open = () => {
    if (closing !== undefined) throw closed();
    return current.ctx;
  };
  const scope = createScope(open);
  const answer = async (request: HttpRequest) => {
    open();
    return current.route(request);
  };
  const close = () => (closing ??= whileAlive(() => current.close()));

  const handle: Omit<Hoglet, keyof MethodGroups> = {
    get project() {
      return scope.project(undefined);
    },
    personalApiKey: current.personalApiKey,
    capture: orKnown(async (events, { project } = {}) => captureEvents(open(), scope.project(project), events)),
    clock: { now: () => current.ctx.clock.now(), isSystem: current.ctx.options.now === undefined },
    fetch: toFetch(answer),
    handle: answer,
    runDue: orKnown(async () => {
      open();
      return current.schedule.runDue();
    }),
    serialize: orKnown(async () => {
      await open().queue.drain();
      return serialize(open().db);
    }),
    close,
    [Symbol.asyncDispose]: close,
  };
  return withMethodGroups(handle, scope, () => current.schedule.runDue("deletions"));
}
