import type { Context } from "../context.ts";
import { invalid } from "../../base/errors.ts";
import { toJson, toStorableText } from "../../storage/index.ts";
import type { Compiled } from "./compile.ts";
import type { Files } from "./files.ts";
import type { Found } from "./origin.ts";
import { and, eq, insertInto, laterThan, max, notInArray, query, sql } from "../../storage/queries/index.ts";
import { pluginConfigs, plugins, pluginSources } from "../../storage/tables/index.ts";

type Writes = Pick<Context, "db" | "clock">;

/** A version of a plugin, ready to be stored: the source, and the compiled code. */
export interface Version {
  found: Found;
  compiled: Compiled;
}

/** The columns that come with a version. */
function toColumns({ found, compiled }: Version) {
  const { manifest } = found;
  return {
    name: toStorableText(found.name),
    description: toStorableText(manifest?.description ?? ""),
    icon: manifest?.icon ? toStorableText(manifest.icon) : null,
    configSchema: toJson(manifest === null ? {} : (manifest.config ?? [])),
    tag: found.tag === null ? null : toStorableText(found.tag),
    capabilities: toJson(compiled.capabilities),
    metrics: toJson(compiled.metrics),
    publicJobs: toJson(manifest?.publicJobs ?? {}),
  };
}

const insertRow = insertInto(plugins, [
  "pluginType",
  "url",
  "createdAt",
  "updatedAt",
  "name",
  "description",
  "icon",
  "configSchema",
  "tag",
  "capabilities",
  "metrics",
  "publicJobs",
]);

const changeRow = query((db, given: ReturnType<typeof toColumns> & { id: number; nowMs: number }) =>
  db
    .update(plugins)
    .set({
      name: given.name,
      description: given.description,
      icon: given.icon,
      configSchema: given.configSchema,
      tag: given.tag,
      capabilities: given.capabilities,
      metrics: given.metrics,
      publicJobs: given.publicJobs,
      updatedAt: laterThan(plugins.updatedAt, given.nowMs),
    })
    .where(eq(plugins.id, given.id)),
);

const pluginOfUrl = query((db, given: { url: string }) =>
  db.select({ id: plugins.id }).from(plugins).where(eq(plugins.url, given.url)),
);

const insertSourceRow = insertInto(pluginSources, ["pluginId", "files", "code", "frontendCode", "error", "createdAt"]);

/** Versions that no config runs, except the newest. */
const removeOldSources = query((db, given: { pluginId: number }) => {
  const newest = db
    .select({ id: max(pluginSources.id) })
    .from(pluginSources)
    .where(eq(pluginSources.pluginId, given.pluginId));
  const used = db
    .select({ id: pluginConfigs.sourceId })
    .from(pluginConfigs)
    .where(eq(pluginConfigs.pluginId, given.pluginId));
  return db
    .delete(pluginSources)
    .where(
      and(
        eq(pluginSources.pluginId, given.pluginId),
        sql`${pluginSources.id} < (${newest})`,
        notInArray(pluginSources.id, used),
      ),
    );
});

/**
 * Stores a new plugin with its first version, inside the caller's transaction. Returns its id. @throws invalid when its
 * url is taken
 */
export function insertPlugin({ db, clock }: Writes, version: Version): number {
  const { type, url } = version.found;
  refuseSecond(db, url);
  const now = clock.now();
  const row = { pluginType: type, url, createdAt: now, updatedAt: now, ...toColumns(version) };
  const { lastInsertRowid } = insertRow.run(db, row);
  const id = Number(lastInsertRowid);
  insertSource({ db, clock }, id, version);
  return id;
}

function refuseSecond(db: Context["db"], url: string | null): void {
  if (url === null || pluginOfUrl.get(db, { url }) === undefined) return;
  throw invalid("url", `The plugin of ${url} is already installed.`, "unique");
}

/** Inside the caller's transaction. Returns the version's id. */
export function insertVersion({ db, clock }: Writes, id: number, version: Version): number {
  changeRow.run(db, { id, ...toColumns(version), nowMs: clock.now() });
  return insertSource({ db, clock }, id, version);
}

function insertSource({ db, clock }: Writes, pluginId: number, { found, compiled }: Version): number {
  const { lastInsertRowid } = insertSourceRow.run(db, {
    pluginId,
    files: toJson(found.files),
    code: compiled.code,
    frontendCode: compiled.frontendCode,
    error: compiled.error === null ? null : toStorableText(compiled.error),
    createdAt: clock.now(),
  });
  return Number(lastInsertRowid);
}

/** Versions that no config runs, except the newest; inside the caller's transaction. */
export function dropOldSources({ db }: Pick<Context, "db">, pluginId: number): void {
  removeOldSources.run(db, { pluginId });
}

export function isSame(files: Files, others: Files): boolean {
  return toFilesText(files) === toFilesText(others);
}

function toFilesText(files: Files): string {
  return JSON.stringify(Object.entries(files).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
