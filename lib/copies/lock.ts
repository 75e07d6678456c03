import { hostname } from "node:os";
import { clearInterval, setInterval } from "../base/platform.ts";
import { placeTaken } from "./copy-errors.ts";
import type { Place } from "../places/index.ts";

/** The object that names the process which writes to a place. */
const NAME = "lock.json";

const MOST_BYTES = 4096;

/** Time in ms without renewal after which a holder counts as dead; the clocks of two machines may differ by less. */
const LIFE_MS = 180_000;

const RENEW_MS = 30_000;

/** The right to write to a place. */
export interface CopyLock {
  /** @throws HogletError 503 `copies_taken` when another process took it over */
  check(): Promise<void>;
  release(): Promise<void>;
}

interface Holder {
  /** A random id of one copy. */
  id: string;
  host: string;
  pid: number;
  renewedAtMs: number;
}

/**
 * Takes the lock of a place for one copy. It keeps the work of two processes apart. Copies are sound without it, since a moment's list is
 * stored only where there is none of that number. @throws HogletError 503 `copies_taken` when another process holds it
 */
export async function takeLock(place: Place, id: string, nowMs: () => number): Promise<CopyLock> {
  const holder = (): Buffer => {
    const own: Holder = { id, host: hostname(), pid: process.pid, renewedAtMs: nowMs() };
    return Buffer.from(JSON.stringify(own));
  };
  const read = async (): Promise<Holder | null> => {
    const bytes = await place.get(NAME, MOST_BYTES);
    try {
      return bytes === null ? null : (JSON.parse(bytes.toString()) as Holder);
    } catch {
      // A lock that was written in part: its holder counts as dead.
      return null;
    }
  };
  if (!(await place.create(NAME, holder()))) {
    const other = await read();
    if (other !== null && isAlive(other, nowMs()))
      throw placeTaken(`Another process (${other.host}, ${other.pid}) copies to this place.`);
    await place.remove([NAME]);
    if (!(await place.create(NAME, holder()))) throw placeTaken("Another process copies to this place.");
  }
  const timer = setInterval(() => void place.put(NAME, holder()).catch(() => {}), RENEW_MS).unref();
  return {
    async check() {
      if ((await read())?.id !== id) throw placeTaken("Another process took over this place.");
    },
    async release() {
      clearInterval(timer);
      if ((await read())?.id === id) await place.remove([NAME]);
    },
  };
}

function isAlive({ host, pid, renewedAtMs }: Holder, nowMs: number): boolean {
  if (Math.abs(nowMs - renewedAtMs) > LIFE_MS) return false;
  if (host !== hostname()) return true;
  // A container's process has the same id after each start; this one holds no other lock.
  if (pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
