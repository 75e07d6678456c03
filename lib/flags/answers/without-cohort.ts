import { isCohort, toCohortIds } from "../evaluation/index.ts";
import type { FlagCondition, FlagProperty, PropertyGroup } from "../evaluation/index.ts";
import type { FlagSet } from "./flag-sets.ts";

/**
 * Writes out a flag's cohort as conditions, for SDKs without cohorts (reference/agents.md 10.2): if the flag reaches
 * exactly one cohort, no condition names a variant, and the cohort is alone in its condition and consists of properties
 * of persons without negation. Else the conditions stay, and SDKs ask the server.
 */
export function withoutCohort(conditions: readonly FlagCondition[], { cohort }: FlagSet): readonly FlagCondition[] {
  const named = conditions.filter(namesCohort);
  const ids = new Set(named.flatMap(({ properties }) => (properties ?? []).filter(isCohort).flatMap(idsOf)));
  const [id, ...others] = ids;
  if (id === undefined || others.length > 0 || conditions.some(({ variant }) => variant)) return conditions;
  if (!named.every(({ properties }) => properties?.length === 1 && properties.every(isPlain))) return conditions;
  const known = cohort(id);
  const written = known?.by === "properties" ? toConditions(known.group) : null;
  if (written === null) return conditions;
  const added = named.flatMap((condition) => written.map((properties) => Object.assign({}, condition, { properties })));
  return [...conditions.filter((condition) => !namesCohort(condition)), ...added];
}

function namesCohort({ properties }: FlagCondition): boolean {
  return (properties ?? []).some(isCohort);
}

function idsOf({ value }: FlagProperty): number[] {
  return toCohortIds(value);
}

/** Membership, not its opposite. */
function isPlain({ operator, negation, value }: FlagProperty): boolean {
  return (
    (!operator || operator === "in" || operator === "exact") && negation !== true && toCohortIds(value).length === 1
  );
}

/** AND of properties is one condition, OR of properties or of ANDs one each. Null = another form. */
function toConditions(group: PropertyGroup): FlagProperty[][] | null {
  const { type, values } = group;
  if (values.length === 0) return null;
  const properties = personsOnly(values);
  if (properties !== null) return type === "AND" ? [properties] : properties.map((property) => [property]);
  const groups = values.filter((value): value is PropertyGroup => "values" in value);
  if (groups.length < values.length) return null;
  // A single inner group decides alone.
  const [only, ...others] = groups;
  if (only !== undefined && others.length === 0) return toConditions(only);
  if (type !== "OR") return null;
  const parts: FlagProperty[][] = [];
  for (const inner of groups) {
    const part = inner.type === "AND" || inner.values.length === 1 ? personsOnly(inner.values) : null;
    if (part === null || part.length === 0) return null;
    parts.push(part);
  }
  return parts;
}

/** Null = with a cohort, a group, or a negation. */
function personsOnly(values: PropertyGroup["values"]): FlagProperty[] | null {
  const properties = values.filter((value): value is FlagProperty => !("values" in value));
  const isSimple = properties.every(({ type, negation }) => (type ?? "person") === "person" && negation !== true);
  return properties.length === values.length && isSimple ? properties : null;
}
