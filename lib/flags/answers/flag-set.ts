import type { Project } from "../../admin/projects/index.ts";
import type { Db } from "../../storage/index.ts";
import { and, eq, fromColumns, query } from "../../storage/queries/index.ts";
import { featureFlags, groupTypes } from "../../storage/tables/index.ts";
import type { Context } from "../context.ts";
import { compileFlags, dependencyChains, FLAG_SETTINGS, NEW_FLAG } from "../evaluation/index.ts";
import type { FlagFilters } from "../evaluation/index.ts";
import { compileProgramFlag, toDefinition } from "../program/index.ts";
import { cohortsOf } from "./cohorts-of.ts";
import type { FlagSet, FlagSets, SetFlag } from "./flag-sets.ts";

/** Projects whose sets are kept; beyond this number all are dropped. A set of 100 flags takes 200 kB. */
const MAX_KEPT = 200;

/** Tables on which a set depends. */
const WATCHED = ["feature_flags", "cohorts", "group_types", "projects"];

/** Columns of flags that change answers: not the time of the last call. */
const FLAG_COLUMNS = ["key", "filters", "deleted", "version", ...FLAG_SETTINGS].join(", ");

type Reads = Pick<Context, "db" | "flags" | "flagSets">;

/**
 * A project's flags, compiled once for each change of a flag, a cohort, a group type or the project. Never stale:
 * changes by another process, by this one (triggers of this connection) and rollbacks drop the sets.
 */
export function flagSetOf(ctx: Reads, project: Pick<Project, "id" | "timezone">): FlagSet {
  const { db, flagSets, flags } = ctx;
  if (!flagSets.isWatching) watch(db, flagSets);
  db.refresh();
  const revision = flags.revision();
  const known = flagSets.byProject.get(project.id);
  if (known?.revision === revision) return known.set;
  const set = readSet(ctx, project);
  if (flagSets.byProject.size >= MAX_KEPT) flagSets.byProject.clear();
  flagSets.byProject.set(project.id, { set, revision });
  return set;
}

function watch(db: Db, flagSets: FlagSets): void {
  const { byProject } = flagSets;
  flagSets.isWatching = true;
  db.onStale(() => byProject.clear());
  // Temporary triggers belong to this connection: the file never refers to the function.
  db.sqlite.function("hoglet_forget_flags", () => {
    byProject.clear();
    return null;
  });
  for (const table of WATCHED) {
    const update = table === "feature_flags" ? `UPDATE OF ${FLAG_COLUMNS}` : "UPDATE";
    for (const [index, change] of ["INSERT", update, "DELETE"].entries()) {
      db.sqlite.exec(`CREATE TEMP TRIGGER forget_flags_${index}_${table} AFTER ${change} ON main.${table}
        BEGIN SELECT hoglet_forget_flags(); END`);
    }
  }
}

const storedFlags = query((db, given: { projectId: number }) =>
  db
    .select()
    .from(featureFlags)
    .where(and(eq(featureFlags.projectId, given.projectId), eq(featureFlags.deleted, 0)))
    .orderBy(featureFlags.key),
);

const typesOf = query((db, given: { projectId: number }) =>
  db.select().from(groupTypes).where(eq(groupTypes.projectId, given.projectId)),
);

function readSet({ db, flags }: Reads, { id: projectId, timezone }: Pick<Project, "id" | "timezone">): FlagSet {
  const stored = storedFlags.all(db, { projectId });
  const idByKey = new Map(stored.map(({ id, key }) => [key, id]));
  // The program's flag replaces the stored flag of its key, for dependent flags too.
  const program = flags.list(projectId).map((flag) => ({ flag, id: idByKey.get(flag.key) ?? -flag.id }));
  const hidden = new Set(program.map(({ id }) => id));
  const ofProgram = program.map(({ flag, id }) => ({ ...toDefinition(flag), id, shownId: flag.id }));
  const definitions = [...ofProgram, ...stored.filter(({ id }) => !hidden.has(id)).map(toSetFlag)];
  const cohort = cohortsOf(db, projectId);
  const { byId } = compileFlags(definitions, { cohort, timezone });
  const compiled = new Map([...byId, ...program.map(({ flag, id }) => [id, compileProgramFlag(flag, id)] as const)]);
  const known = definitions.flatMap((definition) => {
    const own = compiled.get(definition.id);
    return own === undefined ? [] : [{ ...definition, compiled: own }];
  });
  return {
    flags: known,
    compiled: { byId: compiled },
    groupIndexes: new Map(typesOf.all(db, { projectId }).map((row) => [row.groupType, row.groupTypeIndex])),
    chains: dependencyChains(definitions),
    cohort,
    sent: new Map(),
  };
}

function toSetFlag(row: typeof featureFlags.$inferSelect): Omit<SetFlag, "compiled"> {
  return {
    id: row.id,
    shownId: row.id,
    key: row.key,
    version: row.version,
    filters: JSON.parse(row.filters) as FlagFilters,
    ...fromColumns(row, NEW_FLAG),
  };
}
