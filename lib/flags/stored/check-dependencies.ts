import { invalid } from "../../base/errors.ts";
import type { Db } from "../../storage/index.ts";
import { and, eq, query, sql } from "../../storage/queries/index.ts";
import { featureFlags } from "../../storage/tables/index.ts";
import { dependenciesOf } from "../evaluation/index.ts";
import type { FlagFilters } from "../evaluation/index.ts";
import { propertiesOf } from "./record.ts";

/** A flag, as far as dependencies need it. */
export interface Linked {
  id: number;
  key: string;
  active: boolean;
  filters: FlagFilters;
}

/** A longer chain costs stack at every evaluation. */
const MAX_CHAIN = 50;

const linkedById = query((db, given: { projectId: number; id: number }) =>
  db
    .select({ id: featureFlags.id, key: featureFlags.key, active: featureFlags.active, filters: featureFlags.filters })
    .from(featureFlags)
    .where(
      and(eq(featureFlags.projectId, given.projectId), eq(featureFlags.id, given.id), eq(featureFlags.deleted, 0)),
    ),
);

/** Flags with conditions on other flags. */
const linking = query((db, given: { projectId: number }) =>
  db
    .select({ id: featureFlags.id, key: featureFlags.key, active: featureFlags.active, filters: featureFlags.filters })
    .from(featureFlags)
    .where(
      and(
        eq(featureFlags.projectId, given.projectId),
        eq(featureFlags.deleted, 0),
        sql`instr(${featureFlags.filters}, '"flag_evaluates_to"') > 0`,
      ),
    )
    .orderBy(featureFlags.id),
);

/**
 * Refuses conditions on flags that are missing, off, the flag itself, or in a ring.
 * @param flag with its new filters; its id is null while it is being created
 * @throws invalid
 */
export function checkDependencies(db: Db, projectId: number, flag: Omit<Linked, "id"> & { id: number | null }): void {
  for (const { type, key } of propertiesOf(flag.filters)) {
    if (type === "flag" && !/^\d{1,15}$/.test(key)) {
      const rule = "Flag dependencies must reference flag IDs (integers), not flag keys.";
      throw invalid("filters", `${rule} Invalid reference: '${key.slice(0, 400)}'`);
    }
  }
  for (const id of dependenciesOf(flag)) {
    if (id === flag.id) throw invalid("filters", `Feature flag '${flag.key}' cannot depend on itself`);
    const found = readLinked(db, projectId, id);
    if (found === undefined) {
      throw invalid("filters", `Flag dependency references non-existent flag with ID ${id}`);
    }
    if (!found.active) {
      const rule = "Flag dependencies must reference active flags only.";
      throw invalid("filters", `Cannot create dependency on disabled flag '${found.key}' (ID: ${id}). ${rule}`);
    }
    walk(db, projectId, { flag, found, path: [flag.key] });
  }
}

/** Follows the dependencies of `found`. @throws invalid when they lead back to the flag, or too far */
function walk(
  db: Db,
  projectId: number,
  { flag, found, path }: { flag: { id: number | null; key: string }; found: Linked; path: readonly string[] },
): void {
  const seen = new Set<number>();
  const visit = (linked: Linked, way: readonly string[]): void => {
    if (linked.id === flag.id) {
      throw invalid("filters", `Circular dependency detected: ${[...way, flag.key].join(" → ")}`);
    }
    if (way.length > MAX_CHAIN)
      throw invalid("filters", `Expected at most ${MAX_CHAIN} flags in a chain of dependencies.`);
    if (seen.has(linked.id)) return;
    seen.add(linked.id);
    for (const id of dependenciesOf(linked)) {
      const next = readLinked(db, projectId, id);
      if (next !== undefined) visit(next, [...way, linked.key]);
    }
  };
  visit(found, path);
}

function readLinked(db: Db, projectId: number, id: number): Linked | undefined {
  const row = linkedById.get(db, { projectId, id });
  return row === undefined ? undefined : toLinked(row);
}

function toLinked(row: { id: number; key: string; active: number; filters: string }): Linked {
  return { ...row, active: row.active === 1, filters: JSON.parse(row.filters) as FlagFilters };
}

/** The flags whose conditions name a flag, by id. @param onlyActive leaves out those that are off */
export function dependentsOf(db: Db, projectId: number, id: number, { onlyActive = false } = {}): Linked[] {
  const all = linking.all(db, { projectId }).map(toLinked);
  return all.filter((flag) => flag.id !== id && (flag.active || !onlyActive) && dependenciesOf(flag).includes(id));
}

/** Refuses to delete or disable a flag on which others depend. @throws invalid */
export function refuseDependents(db: Db, projectId: number, id: number, verb: "delete" | "disable"): void {
  const dependents = dependentsOf(db, projectId, id, { onlyActive: verb === "disable" });
  if (dependents.length === 0) return;
  const advice = `Please update or ${verb} the dependent flags first.`;
  const which = `because other flags depend on it: ${named(dependents)}. ${advice}`;
  throw invalid(null, `Cannot ${verb} this feature flag ${which}`);
}

/** Refuses to switch on a flag that depends on flags that are off. @throws invalid */
export function refuseDisabled(db: Db, projectId: number, flag: Pick<Linked, "filters">): void {
  const off = dependenciesOf(flag)
    .map((id) => readLinked(db, projectId, id))
    .filter((linked) => linked !== undefined && !linked.active) as Linked[];
  if (off.length === 0) return;
  const advice = "Please enable the dependency flags first.";
  throw invalid(null, `Cannot enable this feature flag because it depends on disabled flags: ${named(off)}. ${advice}`);
}

function named(flags: readonly Linked[]): string {
  return flags
    .slice(0, 20)
    .map(({ key, id }) => `${key} (ID: ${id})`)
    .join(", ");
}
