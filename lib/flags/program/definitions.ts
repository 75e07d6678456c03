import { NEW_FLAG } from "../evaluation/index.ts";
import type { FlagCondition, FlagFilters, FlagProperty, FlagVariant } from "../evaluation/index.ts";
import { toConditions } from "./conditions.ts";
import type { Condition } from "./conditions.ts";
import { payloadText } from "./flag.ts";
import type { Flag, FlagValue } from "./flag.ts";

/** A definition that gives the same values in an SDK's local evaluation. */
export function toDefinition(flag: Flag) {
  const conditions = toConditions(flag);
  return {
    id: flag.id,
    key: flag.key,
    ...NEW_FLAG,
    version: flag.version,
    filters: {
      groups: conditions.map(toGroup),
      payloads: toPayloads(flag, conditions),
      multivariate: toMultivariate(conditions),
      aggregation_group_type_index: null,
    } satisfies FlagFilters,
  };
}

function toGroup({ value, only, except }: Condition): FlagCondition {
  const properties: FlagProperty[] = [];
  if (only !== null) properties.push(toProperty("regex", only));
  if (except.length > 0) properties.push(toProperty("not_regex", except));
  return { properties, rollout_percentage: 100, variant: value === true ? null : value };
}

/** Compares by pattern, since SDKs ignore letter case when they compare by `exact`. */
function toProperty(operator: "regex" | "not_regex", distinctIds: readonly string[]): FlagProperty {
  const value = `^(?:${distinctIds.map(escapePattern).join("|")})$`;
  return { key: "distinct_id", type: "person", operator, value };
}

/** Escapes a text as a regular expression that every SDK's language reads alike. */
function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}

function toPayloads(flag: Flag, conditions: readonly Condition[]): Record<string, string> {
  const values = new Set<FlagValue>(conditions.map(({ value }) => value));
  return Object.fromEntries(
    [...values].flatMap((value) => {
      const text = payloadText(flag, value);
      return text === null ? [] : [[String(value), text] as const];
    }),
  );
}

/**
 * Conditions name their variants, so shares decide nothing, except that a condition without a variant must find none:
 * all are 0 unless the flag has a single variant and no other value.
 */
function toMultivariate(conditions: readonly Condition[]): { variants: FlagVariant[] } | null {
  const values = new Set(conditions.map(({ value }) => value));
  const keys = [...values].filter((value) => value !== true);
  if (keys.length === 0) return null;
  return { variants: keys.map((key) => ({ key, name: "", rollout_percentage: values.size === 1 ? 100 : 0 })) };
}
