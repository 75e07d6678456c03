import type { FlagCondition, FlagDefinition, FlagFilters, FlagValue, FlagVariant } from "./definition.ts";
import { dependencyChains } from "./dependencies.ts";
import { createPropertyCompiler } from "./properties.ts";
import type { PropertyCompiler, Surroundings } from "./properties.ts";
import type { SubjectTest } from "./subject.ts";

export interface CompiledCondition {
  /** Null = persons, 0 to 4 = groups of that type. */
  unit: number | null;
  passes: SubjectTest;
  /** 0 to 100; 100 = everybody. */
  rollout: number;
  /** Null = by the variants' shares. */
  variant: string | null;
}

/** A holdout's people get its value, and nothing else of the flag. */
export interface CompiledHoldout {
  percentage: number;
  value: string;
}

/** Everything that does not depend on the person is computed. */
export interface CompiledFlag {
  id: number;
  key: string;
  isActive: boolean;
  conditions: readonly CompiledCondition[];
  variants: readonly FlagVariant[];
  /** JSON texts by value: `"true"` or a variant. */
  payloads: ReadonlyMap<string, string>;
  /** Early access: decides alone for people who joined or left it. */
  early: { isKnown: SubjectTest; passes: SubjectTest; condition: CompiledCondition } | null;
  holdout: CompiledHoldout | null;
  /** The unit of conditions that name no unit. */
  unit: number | null;
  isEarlyExit: boolean;
  bucketsBy: "distinct_id" | "device_id";
  /** Do persons keep the value that they had before identification? */
  keepsValue: boolean;
  /** False = a flag that it depends on is missing, or depends on it. */
  hasDependencies: boolean;
}

export interface CompiledFlags {
  byId: ReadonlyMap<number, CompiledFlag>;
}

/** Once for each change of a project. */
export function compileFlags(definitions: readonly FlagDefinition[], surroundings: Surroundings): CompiledFlags {
  const properties = createPropertyCompiler(surroundings);
  const chains = dependencyChains(definitions);
  const byId = new Map<number, CompiledFlag>();
  for (const definition of definitions) {
    byId.set(definition.id, compileFlag(definition, properties, chains.get(definition.id) !== null));
  }
  return { byId };
}

function compileFlag(flag: FlagDefinition, properties: PropertyCompiler, hasDependencies: boolean): CompiledFlag {
  const { filters } = flag;
  const unit = filters.aggregation_group_type_index ?? null;
  const variants = filters.multivariate?.variants ?? [];
  const toCondition = (condition: FlagCondition) => compileCondition(condition, { unit, variants, properties });
  return {
    id: flag.id,
    key: flag.key,
    isActive: flag.active,
    conditions: (filters.groups ?? []).map(toCondition),
    variants,
    payloads: new Map(Object.entries(filters.payloads ?? {})),
    early: compileEarlyAccess(flag, toCondition),
    holdout: toHoldout(filters),
    unit,
    isEarlyExit: filters.early_exit === true,
    bucketsBy: flag.bucketing_identifier ?? "distinct_id",
    keepsValue: flag.ensure_experience_continuity === true,
    hasDependencies,
  };
}

function compileCondition(
  condition: FlagCondition,
  given: { unit: number | null; variants: readonly FlagVariant[]; properties: PropertyCompiler },
): CompiledCondition {
  const { properties, rollout_percentage: rollout, variant, aggregation_group_type_index: own } = condition;
  const unit = own === undefined ? given.unit : own;
  return {
    unit,
    passes: given.properties.all(properties ?? [], unit),
    rollout: rollout ?? 100,
    variant: given.variants.some(({ key }) => key === variant) ? (variant ?? null) : null,
  };
}

/** Early access in either form (reference/agents.md 9.2). */
function compileEarlyAccess(
  { key, filters }: FlagDefinition,
  toCondition: (condition: FlagCondition) => CompiledCondition,
): CompiledFlag["early"] {
  const enrolment = `$feature_enrollment/${key}`;
  const given =
    filters.feature_enrollment === true
      ? { properties: [{ key: enrolment, type: "person", operator: "exact", value: ["true"] }] }
      : filters.super_groups?.[0];
  const keys = (given?.properties ?? []).map((property) => property.key);
  if (given === undefined || keys.length === 0) return null;
  const condition = toCondition(given);
  const isKnown: SubjectTest = (subject) => keys.some((name) => subject.personProperty(name) !== undefined);
  return { isKnown, passes: condition.passes, condition };
}

function toHoldout({ holdout, holdout_groups: older }: FlagFilters): CompiledHoldout | null {
  if (holdout) return { percentage: holdout.exclusion_percentage, value: `holdout-${holdout.id}` };
  const [first] = older ?? [];
  return first?.variant ? { percentage: first.rollout_percentage ?? 100, value: first.variant } : null;
}

/** JSON text of the payload of a value; null = none. */
export function payloadOf({ payloads }: CompiledFlag, value: FlagValue): string | null {
  return value === false ? null : (payloads.get(String(value)) ?? null);
}
