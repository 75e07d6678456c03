import { unavailable } from "../../base/errors.ts";
import { oneByOne } from "../../base/one-by-one.ts";

/**
 * Large requests that may wait for their turn. Each holds its bytes in memory, as many as came over the wire. A higher
 * number costs memory.
 */
const MOST_WAITING = 64;

let waiting = 0;
const inLine = oneByOne();

/**
 * Runs `work` after all earlier work is done: large requests are decompressed and parsed one after the other, since
 * each may take 50 MB and 100 ms. Small requests never wait here. The process has a single queue, since it protects the
 * memory and the event loop of the process.
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
