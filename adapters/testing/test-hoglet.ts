import type { Fetch, FlagsHandle, Hoglet, HttpReply, HttpRequest } from "../../lib/index.ts";
import type { SnapshotOptions } from "./snapshot.ts";
import type { TestTenant } from "./tenants.ts";
import type { TestClock } from "./test-clock.ts";
import type { TestView } from "./test-view.ts";

/** A hoglet to test with. */
export interface TestHoglet extends TestView {
  /** Everything else that a hoglet can do. After `reset()` and `load()` it is another one: do not keep it. */
  readonly inner: Hoglet;
  /** The personal API key for its HTTP interface; may do everything. Random, unless the option of this name gave it. */
  readonly personalApiKey: string;
  /** What `/__test/*` wants as `Authorization: Bearer …`, by whichever way it is asked; random, the same for forks. */
  readonly testKey: string;
  readonly clock: TestClock;
  readonly flags: FlagsHandle;
  /** Like the global `fetch`, answered in process; whatever passes is recorded and can be spoiled. Stays valid after a reset. */
  readonly fetch: Fetch;
  /** The same for adapters. Rejects where a connection is to be dropped. */
  handle(request: HttpRequest): Promise<HttpReply>;
  /**
   * Address of a server on the loopback, started by the first call, for browsers and other languages; without a slash at
   * its end. It also answers `/__test/*`, to who has the `testKey`.
   */
  url(): Promise<string>;
  /** Back to the moment it was made (or forked): data, tenants, clock, seed, requests, faults. Clients stay bound. */
  reset(): Promise<void>;
  /** A copy that goes its own way, with its own clock, requests and server. A `reset` of it leads back to this moment. */
  fork(): Promise<TestHoglet>;
  /**
   * The project as text, sorted and stable, fit for a review.
   * @param file where to write it. @default nowhere
   */
  snapshot(file?: string, options?: SnapshotOptions): Promise<string>;
  /** Resets, and takes in a snapshot, or any NDJSON of an export. @param file its path, or the text itself (many lines) */
  load(file: string): Promise<void>;
  /**
   * A project of its own on the same server, for one of several workers: what it holds, clears or spoils touches no other.
   * The same name gives the same tenant. @param name a part of its token. @default a number that counts up
   */
  tenant(name?: string): Promise<TestTenant>;
  /**
   * In strict mode rejects when there is something wrong; closes all the same, its forks too. A second call waits for the
   * first.
   */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}
