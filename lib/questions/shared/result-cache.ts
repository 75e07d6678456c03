import { nextTurn } from "../../base/platform.ts";
import { HogletError, invalid } from "../../base/errors.ts";
import type { Db } from "../../storage/index.ts";
import { unlessAborted } from "../../base/unless-aborted.ts";

/** Characters of kept answers; the least recently asked go first. A longer answer is not kept. */
const MAX_LENGTH = 32 * 1024 * 1024;

/**
 * Values of an answer up to which its text is made at once: with more it takes over a quarter of a millisecond, and is
 * made in a turn of its own.
 */
const FEW_VALUES = 2000;

/** Longest text whose caller goes on at once; after longer texts it waits for the next turn. */
const SHORT_LENGTH = 32 * 1024;

/** A result, and when it was computed. */
export interface Computed<Result> {
  result: Result;
  /** Epoch ms at which it was computed. */
  computedMs: number;
}

/** A question that was answered, or is being answered. */
export interface Entry {
  stamp: string;
  /** JSON: its size is known, and callers may change what they parse from it. */
  text: Promise<string>;
  /** 0 while it is being computed. */
  length: number;
}

/** A handle's answers by question, the newest last. Derived from the database. */
export interface ResultCache {
  db: Db;
  entries: Map<string, Entry>;
}

/** Creates the cache of a handle; no answer is kept yet. */
export function createResultCache(db: Db): ResultCache {
  return { db, entries: new Map() };
}

/** Drops all answers, since they may hold a deleted person's data. An answer on its way is not kept. */
export function clearResults({ entries }: ResultCache): void {
  entries.clear();
}

/** Has the question `key` an answer, maybe on its way, that no write has made worthless? */
export function isKept({ db, entries }: ResultCache, key: string): boolean {
  return entries.get(key)?.stamp === db.stamp();
}

/**
 * The answer to the question `key`: the kept answer if no process has written to the database since, else the result of
 * `compute`. Callers who ask meanwhile wait for the same answer. When the first caller leaves, and the work stops with
 * it, the work begins again for the others.
 * @param refresh computes the answer in any case
 * @param signal ends the caller's wait
 * @throws cancelled when the signal aborts; 400 (`answer_too_long`) when no text can hold the answer; the errors of
 * `compute`
 */
export async function cached<Result>(
  cache: ResultCache,
  { key, refresh, signal }: { key: string; refresh: boolean; signal?: AbortSignal | undefined },
  compute: () => Promise<Computed<Result>>,
): Promise<Computed<Result> & { isCached: boolean }> {
  const { db, entries } = cache;
  // Read before computing, so that a write meanwhile makes the answer stale.
  const stamp = db.stamp();
  const known = entries.get(key);
  if (known?.stamp === stamp && !refresh) {
    touch(entries, key, known);
    try {
      const text = await unlessAborted(signal, known.text);
      return { ...(JSON.parse(text) as Computed<Result>), isCached: true };
    } catch (error) {
      if (signal?.aborted || !isCancelled(error)) throw error;
      if (entries.get(key) === known) entries.delete(key);
      return cached(cache, { key, refresh, signal }, compute);
    }
  }
  const computed = compute();
  const entry: Entry = { stamp, text: computed.then(toAnswerText), length: 0 };
  touch(entries, key, entry);
  try {
    entry.length = (await unlessAborted(signal, entry.text)).length;
    shrink(entries);
    // The caller may make a long text again: let others run first.
    if (entry.length > SHORT_LENGTH) await nextTurn();
    return { ...(await computed), isCached: false };
  } catch (error) {
    if (entries.get(key) === entry) entries.delete(key);
    throw error;
  }
}

/** A long text is made in a turn of its own: the answer of a large breakdown is megabytes. */
async function toAnswerText(value: Computed<unknown>): Promise<string> {
  if (countUpTo(value, FEW_VALUES) === FEW_VALUES) await nextTurn();
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw tooLong();
  }
}

/** No text may be longer than 512 MB: about fifty steps, in every link of twenty years of days in five lines. */
export function tooLong(): HogletError {
  return invalid(null, "The answer is too long. Ask for fewer points, steps or breakdown values.", "answer_too_long");
}

/** The number of values in a value, up to `most`. A list of numbers counts its length, and is not walked over. */
function countUpTo(value: unknown, most: number): number {
  if (typeof value !== "object" || value === null) return 1;
  if (Array.isArray(value) && typeof value[0] === "number") return Math.min(most, value.length);
  let count = 1;
  for (const one of Object.values(value)) {
    count += typeof one === "string" ? 1 + one.length / 10 : countUpTo(one, most - count);
    if (count >= most) return most;
  }
  return count;
}

function isCancelled(error: unknown): boolean {
  return error instanceof HogletError && error.code === "cancelled";
}

/** Makes the entry the newest, and drops entries that a write has made worthless. */
function touch(entries: Map<string, Entry>, key: string, entry: Entry): void {
  for (const [other, { stamp }] of entries) if (stamp !== entry.stamp) entries.delete(other);
  entries.delete(key);
  entries.set(key, entry);
}

/** Drops the oldest until the rest fits. */
function shrink(entries: Map<string, Entry>): void {
  let length = [...entries.values()].reduce((sum, entry) => sum + entry.length, 0);
  for (const [key, entry] of entries) {
    if (length <= MAX_LENGTH) return;
    entries.delete(key);
    length -= entry.length;
  }
}
