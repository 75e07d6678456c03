import { unavailable } from "../../base/errors.ts";
import { oneByOne } from "../../base/one-by-one.ts";

/** Waiting large requests, which hold their bytes in memory. */
const MOST_WAITING = 64;

let waiting = 0;
const inLine = oneByOne();

/**
 * Runs `work` after earlier work: decompressing and parsing a large request may take 50 MB and 100 ms. One queue for
 * the process, whose memory and event loop it protects.
 * @throws HogletError 503 when 64 requests wait already; the errors of `work`
 */
export async function inLargeRequestQueue<T>(work: () => T | Promise<T>): Promise<T> {
  if (waiting >= MOST_WAITING) {
    throw unavailable("busy", "too many large requests at once, please retry", new Error(`${waiting} requests wait`));
  }
  waiting++;
  try {
    return await inLine(work);
  } finally {
    waiting--;
  }
}
