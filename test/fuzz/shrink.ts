import type { WireRequest } from "./wire-request.ts";

/** Requests that are sent at most to make one smaller. */
const ATTEMPTS = 120;

/**
 * The smallest request found that still shows a fault: without headers, parts of the query, parts of the JSON or of the bytes.
 * @param isFaulty sends a request to a fresh server
 */
export async function shrink(
  request: WireRequest,
  isFaulty: (smaller: WireRequest) => Promise<boolean>,
): Promise<WireRequest> {
  let smallest = request;
  let attempts = 0;
  for (let isSmaller = true; isSmaller;) {
    isSmaller = false;
    for (const candidate of smallerOnes(smallest)) {
      if (++attempts > ATTEMPTS) return smallest;
      if (!(await isFaulty(candidate))) continue;
      smallest = candidate;
      isSmaller = true;
      break;
    }
  }
  return smallest;
}

function* smallerOnes(request: WireRequest): Generator<WireRequest> {
  if (request.body.length > 0) yield { ...request, body: new Uint8Array(0) };
  for (const name of Object.keys(request.headers)) {
    const { [name]: _, ...headers } = request.headers;
    yield { ...request, headers };
  }
  const [path = "", query] = request.target.split("?", 2);
  const parts = query?.split("&") ?? [];
  for (const index of parts.keys()) yield { ...request, target: toTarget(path, parts.toSpliced(index, 1)) };
  for (const body of smallerBodies(request.body)) yield { ...request, body };
}

function toTarget(path: string, parts: readonly string[]): string {
  return parts.length === 0 ? path : `${path}?${parts.join("&")}`;
}

function* smallerBodies(body: Uint8Array): Generator<Uint8Array> {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(body).toString("utf8"));
  } catch {
    if (body.length < 2) return;
    yield body.subarray(0, body.length / 2);
    yield body.subarray(body.length / 2);
    return;
  }
  for (const smaller of smallerValues(value, 0)) yield Buffer.from(JSON.stringify(smaller));
}

/** Levels at which single parts are left out; deeper parts stay or go as a whole. */
const LEVELS = 5;

function* smallerValues(value: unknown, level: number): Generator<unknown> {
  if (typeof value !== "object" || value === null || level > LEVELS) {
    if (value !== 0) yield 0;
    return;
  }
  const entries = Object.entries(value);
  const isList = Array.isArray(value);
  const toWhole = (parts: [string, unknown][]) => (isList ? parts.map(([, part]) => part) : Object.fromEntries(parts));
  if (entries.length > 3) {
    yield toWhole(entries.slice(0, entries.length / 2));
    yield toWhole(entries.slice(entries.length / 2));
  }
  for (const index of entries.keys()) yield toWhole(entries.toSpliced(index, 1));
  for (const [index, [key, part]] of entries.entries()) {
    for (const smaller of smallerValues(part, level + 1)) yield toWhole(entries.with(index, [key, smaller]));
  }
}
