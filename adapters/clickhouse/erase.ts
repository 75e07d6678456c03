import { sleep } from "../../lib/base/platform.ts";
import { cancelled } from "./connection.ts";
import type { Connection } from "./connection.ts";
import { onCluster } from "./migrations.ts";
import type { Settings } from "./options.ts";
import { engineTrouble } from "./trouble.ts";

interface Erasing {
  connection: Connection;
  settings: Settings;
  signal?: AbortSignal | undefined;
}

/** State with texts. Memberships are only numbers. */
const STATE_TABLES = ["persons", "distinct_ids", "groups"] as const;

/** Pause between two looks at mutations and parts, in ms. A longer pause makes an erasing of a small table slower. */
const PAUSE_MS = 250;

/** Keys in a mutation, about 200 kB of text. More make fewer mutations, each of which writes parts again. */
const KEYS = 10_000;

/**
 * Takes deleted rows out of ClickHouse's files: events that a lightweight delete has masked, and every version of a
 * deleted person, distinct id or group (the row that marks the deletion stays: it has no texts). Mutations write the
 * parts with these rows again; the call ends once the old parts are off the disk. It may be repeated at any time.
 * @returns the removed rows, by table
 * @throws HogletError 503 when ClickHouse cannot do it now; 499 when the signal aborts
 */
export async function eraseDeleted({ connection, settings, signal }: Erasing): Promise<Record<string, number>> {
  const erasing = { connection, settings, signal };
  const rows: Record<string, number> = { events: await eraseMasked(erasing) };
  for (const table of STATE_TABLES) rows[table] = await eraseVersions(erasing, table);
  await untilCleared(erasing);
  return rows;
}

/** The name of a table of events on each node. */
function eventsTable({ connection, settings: { cluster } }: Erasing): string {
  return connection.table(cluster === null ? "events" : "events_local");
}

async function eraseMasked(erasing: Erasing): Promise<number> {
  const { connection, settings, signal } = erasing;
  const [row] = await connection.rows<[number]>(
    `SELECT count() FROM ${connection.table("events")} WHERE _row_exists = 0 SETTINGS apply_deleted_mask = 0`,
    { signal },
  );
  const masked = Number(row?.[0] ?? 0);
  if (masked === 0) return 0;
  await connection.run(`ALTER TABLE ${eventsTable(erasing)} ${onCluster(settings)} APPLY DELETED MASK`);
  await untilMutated(erasing);
  return masked;
}

async function eraseVersions(erasing: Erasing, name: (typeof STATE_TABLES)[number]): Promise<number> {
  const { connection, settings, signal } = erasing;
  const table = connection.table(name);
  let erased = 0;
  for (;;) {
    // Numbers are never used again, so a deleted key stays deleted.
    const found = await connection.rows<[number, number, number]>(
      `SELECT project_id, id, count() FROM ${table} WHERE is_deleted = 0
         AND (project_id, id) IN (SELECT project_id, id FROM ${table} WHERE is_deleted = 1)
       GROUP BY project_id, id LIMIT ${KEYS}`,
      { signal },
    );
    if (found.length === 0) return erased;
    const keys = found.map(([projectId, id]) => `(${Number(projectId)},${Number(id)})`).join(",");
    await connection.run(
      `ALTER TABLE ${table} ${onCluster(settings)} DELETE WHERE is_deleted = 0 AND (project_id, id) IN (${keys})`,
    );
    await untilMutated(erasing);
    for (const [, , versions] of found) erased += Number(versions);
  }
}

/** Waits until all parts are written again. */
async function untilMutated(erasing: Erasing): Promise<void> {
  const { connection, settings } = erasing;
  const running = `FROM ${system(erasing, "mutations")} WHERE database = '${settings.database}' AND NOT is_done`;
  for (;;) {
    const [row] = await connection.rows<[number, number]>(
      `SELECT count(), countIf(latest_fail_reason != '') ${running}`,
      erasing,
    );
    const [left = 0, failed = 0] = row ?? [];
    if (Number(left) === 0) return;
    if (Number(failed) > 0) throw stuck();
    await pause(erasing);
  }
}

/** Waits until the replaced parts are off the disk. */
async function untilCleared(erasing: Erasing): Promise<void> {
  const { connection, settings } = erasing;
  for (let old = await oldParts(erasing); old.size > 0; old = await stillThere(erasing, old)) {
    await pause(erasing);
    // Dropping a missing partition makes a table without replicas clear old parts at once; replicas do so by
    // themselves, about every 30 seconds.
    if (settings.cluster !== null) continue;
    for (const name of ["events", ...STATE_TABLES]) {
      await connection.run(`ALTER TABLE ${connection.table(name)} DROP PARTITION ID 'none'`);
    }
  }
}

/** Replaced parts on the disk, by node, table and name. */
async function oldParts(erasing: Erasing): Promise<Set<string>> {
  const { connection, settings } = erasing;
  const rows = await connection.rows<[string, string, string]>(
    `SELECT hostName(), table, name FROM ${system(erasing, "parts")} WHERE database = '${settings.database}' AND NOT active`,
    erasing,
  );
  return new Set(rows.map((row) => row.join(" ")));
}

async function stillThere(erasing: Erasing, old: ReadonlySet<string>): Promise<Set<string>> {
  return new Set([...(await oldParts(erasing))].filter((part) => old.has(part)));
}

/** A table about the server; in a cluster, about all nodes. */
function system({ settings: { cluster } }: Erasing, name: string): string {
  return cluster === null ? `system.${name}` : `clusterAllReplicas('${cluster}', system.${name})`;
}

async function pause({ signal }: Erasing): Promise<void> {
  try {
    await sleep(PAUSE_MS, undefined, { signal, ref: false });
  } catch (error) {
    throw cancelled(error);
  }
}

function stuck(): Error {
  const detail =
    "ClickHouse cannot write the files of deleted rows again; latest_fail_reason in its table system.mutations says why. " +
    "Answers are without these rows, and hoglet tries again every minute.";
  return engineTrouble("engine_failed", detail);
}
