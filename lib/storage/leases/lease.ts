import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { toClock } from "../../base/clock.ts";
import { unavailable } from "../../base/errors.ts";
import type { Db, RowOf } from "../db.ts";
import type { leases } from "../tables/index.ts";
import { writeAside } from "../write.ts";

/** The right to work that only one process may do at a time. */
export interface Lease {
  /**
   * Renews the lease; inside the work's transactions, so that no other process can run one of them.
   * @throws HogletError 503 `lease_lost` when another process took it over
   */
  renew(): void;
  /** Releases it; without effect when it was taken over. */
  release(): Promise<void>;
}

/**
 * Ms without renewal after which the holder counts as dead: far longer than any transaction. A longer time delays the
 * next process after a crash.
 */
const LIFE_MS = 60_000;

// Real time, even when a test stops the handle's clock.
const clock = toClock(undefined);

type LeaseRow = RowOf<typeof leases, "holder" | "host" | "pid" | "renewed_at">;

/** This process's leases. A holder with this pid that is not here was an earlier process. */
const held = new Set<string>();
let taken = 0;

/** A process on another machine, which takes leases by the first (`lib/replication`). */
export interface Holder {
  id: string;
  /** Names the process; equal to no hostname, so that only renewals tell that it is alive. */
  host: string;
}

/** This process, as a holder at the first. No hostname has a space. */
const ABROAD = `${hostname()} ${randomBytes(8).toString("hex")}`;

/** A holder at the first, which is known here to be alive until `endHolder`: this process may take over from that. */
export function openHolder(): Holder {
  const id = `${ABROAD} ${++taken}`;
  held.add(id);
  return { id, host: ABROAD };
}

export function endHolder({ id }: Holder): void {
  held.delete(id);
}

/**
 * Takes a lease that is free, or whose holder's process is gone or has not renewed it. Null = another process holds it.
 * @param away a holder on another machine, which gets again what it has. @default this process
 */
export async function takeLease(db: Db, name: string, away?: Holder): Promise<Lease | null> {
  const holder = away?.id ?? `${hostname()} ${process.pid} ${clock.now()} ${++taken}`;
  // Asked first without writing, since waiting processes ask every second.
  if (isHeld(db, name, holder)) return null;
  const isMine = await writeAside(db, () => {
    if (isHeld(db, name, holder)) return false;
    db.sql("INSERT OR REPLACE INTO leases (name, holder, host, pid, renewed_at) VALUES (?, ?, ?, ?, ?)").run(
      name,
      holder,
      away?.host ?? hostname(),
      away === undefined ? process.pid : 0,
      clock.now(),
    );
    return true;
  });
  if (!isMine) return null;
  if (away === undefined) held.add(holder);
  return leaseOf(db, name, holder);
}

/** The lease of a holder that has taken it; when that has another by now, it is lost. */
export function leaseOf(db: Db, name: string, holder: string): Lease {
  return {
    renew() {
      const { changes } = db
        .sql("UPDATE leases SET renewed_at = ? WHERE name = ? AND holder = ?")
        .run(clock.now(), name, holder);
      if (changes === 0) throw unavailable("lease_lost", `Another process took over ${name}.`, undefined);
    },
    async release() {
      held.delete(holder);
      if (!db.sqlite.open) return;
      await writeAside(db, () => db.sql("DELETE FROM leases WHERE name = ? AND holder = ?").run(name, holder).changes);
    },
  };
}

function isHeld(db: Db, name: string, by: string): boolean {
  const current = db.sql<LeaseRow>("SELECT holder, host, pid, renewed_at FROM leases WHERE name = ?").get(name);
  return current !== undefined && current.holder !== by && isAlive(current);
}

function isAlive({ holder, host, pid, renewed_at: renewedAtMs }: LeaseRow): boolean {
  if (clock.now() - renewedAtMs > LIFE_MS) return false;
  if (host === ABROAD) return held.has(holder);
  if (host !== hostname()) return true;
  return pid === process.pid ? held.has(holder) : isRunning(pid);
}

function isRunning(pid: number): boolean {
  try {
    // Signal 0 only asks whether the process exists.
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process belongs to another user.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
