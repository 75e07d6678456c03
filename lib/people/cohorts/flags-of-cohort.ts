import { invalid } from "../../base/errors.ts";
import type { Db } from "../../storage/index.ts";
import { and, eq, query, sql } from "../../storage/queries/index.ts";
import { featureFlags } from "../../storage/tables/index.ts";

const aboutCohorts = query((db, given: { projectId: number }) =>
  db
    .select({ key: featureFlags.key, filters: featureFlags.filters })
    .from(featureFlags)
    .where(
      and(
        eq(featureFlags.projectId, given.projectId),
        eq(featureFlags.deleted, 0),
        sql`instr(${featureFlags.filters}, '"cohort"') > 0`,
      ),
    )
    .orderBy(featureFlags.key),
);

/** Flags that a message names; the rest is counted. */
const NAMED = 20;

/** Nobody would have a flag that asks for a deleted cohort. @throws invalid */
export function refuseInFlags(db: Db, projectId: number, id: number): void {
  const keys = aboutCohorts
    .all(db, { projectId })
    .filter(({ filters }) => names(JSON.parse(filters) as Filters, id))
    .map(({ key }) => key);
  if (keys.length === 0) return;
  const count = keys.length === 1 ? "1 feature flag" : `${keys.length} feature flags`;
  const advice = "Please remove the cohort from these feature flags before deleting it.";
  throw invalid("deleted", `This cohort is used in ${count}: ${keys.slice(0, NAMED).join(", ")}. ${advice}`);
}

/** The part of a flag's filters about cohorts. */
interface Filters {
  groups?: { properties?: { type?: string; value?: unknown }[] }[] | null;
}

function names({ groups }: Filters, id: number): boolean {
  const properties = (groups ?? []).flatMap((group) => group.properties ?? []);
  return properties.some(({ type, value }) => type === "cohort" && [value].flat().map(Number).includes(id));
}
