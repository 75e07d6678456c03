import type { Context } from "../context.ts";
import { invalid } from "../../base/errors.ts";
import { toJson, toStorableText } from "../../storage/index.ts";
import type { Compiled } from "./compile.ts";
import type { Files } from "./files.ts";
import type { Found } from "./origin.ts";

type Writes = Pick<Context, "db" | "clock">;

/** A version of a plugin, ready to be stored: the source, and the compiled code. */
export interface Version {
  found: Found;
  compiled: Compiled;
}

/** The columns of a plugin that come from its version; the values follow this order. */
const VERSION_COLUMNS = "name, description, icon, config_schema, tag, capabilities, metrics, public_jobs";

function toValues({ found, compiled }: Version): (string | null)[] {
  const { manifest } = found;
  return [
    toStorableText(found.name),
    toStorableText(manifest?.description ?? ""),
    manifest?.icon ? toStorableText(manifest.icon) : null,
    toJson(manifest === null ? {} : (manifest.config ?? [])),
    found.tag === null ? null : toStorableText(found.tag),
    toJson(compiled.capabilities),
    toJson(compiled.metrics),
    toJson(manifest?.publicJobs ?? {}),
  ];
}

/**
 * Stores a new plugin with its first version, inside the caller's transaction. Returns its id. @throws invalid when its
 * url is taken
 */
export function insertPlugin({ db, clock }: Writes, version: Version): number {
  const { type, url } = version.found;
  refuseSecond(db, url);
  const now = clock.now();
  const { lastInsertRowid } = db
    .sql(
      `INSERT INTO plugins (plugin_type, url, created_at, updated_at, ${VERSION_COLUMNS})
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(type, url, now, now, ...toValues(version));
  const id = Number(lastInsertRowid);
  insertSource({ db, clock }, id, version);
  return id;
}

function refuseSecond(db: Context["db"], url: string | null): void {
  if (url === null || db.sql("SELECT 1 FROM plugins WHERE url = ?").get(url) === undefined) return;
  throw invalid("url", `The plugin of ${url} is already installed.`, "unique");
}

/** Stores another version of a plugin, inside the caller's transaction. Returns the id of the version. */
export function insertVersion({ db, clock }: Writes, id: number, version: Version): number {
  const set = VERSION_COLUMNS.replaceAll(/\w+/g, "$& = ?");
  // Never the same instant twice, even under a frozen clock: the runtime notices a new version by this time.
  db.sql(`UPDATE plugins SET ${set}, updated_at = max(?, updated_at + 1) WHERE id = ?`).run(
    ...toValues(version),
    clock.now(),
    id,
  );
  return insertSource({ db, clock }, id, version);
}

function insertSource({ db, clock }: Writes, pluginId: number, { found, compiled }: Version): number {
  const { lastInsertRowid } = db
    .sql(
      `INSERT INTO plugin_sources (plugin_id, files, code, frontend_code, error, created_at) VALUES (?, ?, ?, ?, ?, ?)`,
    )
    .run(
      pluginId,
      toJson(found.files),
      compiled.code,
      compiled.frontendCode,
      compiled.error === null ? null : toStorableText(compiled.error),
      clock.now(),
    );
  return Number(lastInsertRowid);
}

/** Deletes versions that no config runs, except the newest; inside the caller's transaction. */
export function dropOldSources({ db }: Pick<Context, "db">, pluginId: number): void {
  db.sql(
    `DELETE FROM plugin_sources WHERE plugin_id = ?1
       AND id < (SELECT max(id) FROM plugin_sources WHERE plugin_id = ?1)
       AND id NOT IN (SELECT source_id FROM plugin_configs WHERE plugin_id = ?1)`,
  ).run({ 1: pluginId });
}

/** Are these the same files? */
export function isSame(files: Files, others: Files): boolean {
  return toText(files) === toText(others);
}

function toText(files: Files): string {
  return JSON.stringify(Object.entries(files).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
