import type { Fetch, Hoglet, HttpReply, HttpRequest } from "../../lib/index.ts";
import type { SnapshotOptions } from "./snapshot.ts";
import type { TestTenant } from "./tenants.ts";
import type { TestClock } from "./test-clock.ts";
import type { TestView } from "./test-view.ts";

type HogletAndView = Hoglet & TestView;

/**
 * A hoglet for tests: a `Hoglet` with all of its methods, each of which first waits until clients have sent their events, and a view
 * of its first project. So `events`, `persons` and `warnings` are functions of the view with the handle's methods (`persons.list`).
 */
export interface TestHoglet extends HogletAndView {
  /** The personal API key for its HTTP interface, with all rights. Random, unless the option of this name sets it. */
  readonly personalApiKey: string;
  /**
   * The key of `/__test/*`, sent as `Authorization: Bearer …`, over HTTP and in process; random, the same for forks.
   */
  readonly testKey: string;
  readonly clock: TestClock;
  /**
   * Like the global `fetch`, answered in process; its requests are recorded and can be made to fail. Stays valid after
   * a reset.
   */
  readonly fetch: Fetch;
  /** Answers like `fetch`, for adapters. Rejects when a connection should be dropped. */
  handle(request: HttpRequest): Promise<HttpReply>;
  /**
   * Starts a server on the loopback with the first call, for browsers and other languages, and returns its address
   * without a slash at its end. It also answers `/__test/*` for requests with the `testKey`.
   */
  url(): Promise<string>;
  /**
   * Restores the moment of its creation (or fork): data, tenants, clock, seed, requests, faults. Clients stay bound.
   */
  reset(): Promise<void>;
  /**
   * Creates an independent copy with its own clock, requests and server. A `reset` of the copy restores this moment.
   */
  fork(): Promise<TestHoglet>;
  /**
   * The project as text, sorted and stable, for reviews.
   * @param file target of the text. @default none
   */
  snapshot(file?: string, options?: SnapshotOptions): Promise<string>;
  /**
   * Resets, and imports a snapshot, or any NDJSON of an export. @param file its path, or the text itself (many lines)
   */
  load(file: string): Promise<void>;
  /**
   * A project of its own on the same server, for one of several workers: its data, deletions and faults affect no other
   * project. The same name returns the same tenant. @param name a part of its token. @default a number that counts up
   */
  tenant(name?: string): Promise<TestTenant>;
  /** Closes, with its forks. In strict mode it then rejects for problems. A second call waits for the first. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}
