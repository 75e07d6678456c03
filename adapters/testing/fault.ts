import type { HttpRequest } from "../../lib/index.ts";
import { requireFields } from "./require-fields.ts";

/** The fault of a request. Without fields it is the answer 500. */
export interface Fault {
  /** The status of the answer; the hoglet does not receive the request, unless `isAnswerLost`. */
  status?: number;
  headers?: Record<string, string>;
  /** The text of the answer. @default empty */
  body?: string;
  /** The header `Retry-After`; without `status` the status is 429. */
  retryAfterSeconds?: number;
  /** Real milliseconds before the answer; alone, the answer is correct but late. */
  delayMs?: number;
  /** Breaks the connection instead of answering. */
  drop?: boolean;
  /** The hoglet handles the request, and the connection breaks in the middle of its answer. */
  truncate?: boolean;
  /** With `status` or `drop`: the hoglet handles the request, and its answer is replaced. @default false */
  isAnswerLost?: boolean;
}

/** The requests of a fault. */
export interface FaultTarget {
  /** Number of requests; Infinity = until `heal()`. @default 1 */
  times?: number;
  /**
   * The path without its query, with or without the slash at its end; a RegExp is tested on the path as sent. @default
   * any
   */
  path?: string | RegExp;
  /** @default any */
  method?: string;
  /** Project token in a capture request. @default any request */
  token?: string;
}

/** Faults that wait for their requests. */
export interface FaultList {
  /** The returned function removes the part that has not happened. */
  add(fault: Fault, target?: FaultTarget): () => void;
  /** The first fault for a request, which counts as used. */
  take(request: Pick<HttpRequest, "method">, path: string, token: string | null): Fault | undefined;
  /** Removes the faults of a token, or all. */
  clear(token?: string): void;
}

interface Planned {
  fault: Fault;
  target: FaultTarget;
  left: number;
}

const FAULT_FIELDS = Object.keys({
  status: 0,
  headers: 0,
  body: 0,
  retryAfterSeconds: 0,
  delayMs: 0,
  drop: 0,
  truncate: 0,
  isAnswerLost: 0,
} satisfies Record<keyof Fault, 0>);
const TARGET_FIELDS = Object.keys({ times: 0, path: 0, method: 0, token: 0 } satisfies Record<keyof FaultTarget, 0>);

export function createFaultList(): FaultList {
  let planned: Planned[] = [];
  return {
    add(fault, target = {}) {
      requireFields("fail", fault, FAULT_FIELDS);
      requireFields("fail, the requests", target, TARGET_FIELDS);
      const { times = 1 } = target;
      if (!(times > 0)) throw new RangeError(`Expected times to be at least 1 but received ${times}.`);
      const plan = { fault, target, left: times };
      planned.push(plan);
      return () => {
        planned = planned.filter((other) => other !== plan);
      };
    },
    take({ method }, path, token) {
      const plan = planned.find(({ target }) => isFor(target, { method, path, token }));
      if (plan === undefined) return undefined;
      plan.left -= 1;
      if (plan.left <= 0) planned = planned.filter((other) => other !== plan);
      return plan.fault;
    },
    clear(token) {
      planned = planned.filter(({ target }) => token !== undefined && target.token !== token);
    },
  };
}

function isFor(target: FaultTarget, request: { method: string; path: string; token: string | null }): boolean {
  if (target.method !== undefined && target.method.toUpperCase() !== request.method) return false;
  if (target.token !== undefined && target.token !== request.token) return false;
  if (target.path === undefined) return true;
  if (typeof target.path === "string") return withoutSlash(target.path) === withoutSlash(request.path);
  // With the flag g a RegExp would keep its last position.
  return new RegExp(target.path.source, target.path.flags.replace(/[gy]/g, "")).test(request.path);
}

function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}

/** Null = the hoglet answers. */
export function statusOf({ status, retryAfterSeconds, delayMs, drop, truncate }: Fault): number | null {
  if (status !== undefined) return status;
  if (retryAfterSeconds !== undefined) return 429;
  return delayMs === undefined && !drop && !truncate ? 500 : null;
}
