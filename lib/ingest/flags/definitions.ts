import { toConditions } from "./conditions.ts";
import type { Condition } from "./conditions.ts";
import { payloadText } from "./flag.ts";
import type { Flag, FlagValue } from "./flag.ts";

/** The response for SDKs that evaluate flags locally (reference/capture.md 11.1). */
export interface Definitions {
  flags: Definition[];
  /** Empty: no flag is about groups. */
  group_type_mapping: Record<string, string>;
  /** Empty: no flag is about cohorts. */
  cohorts: Record<string, unknown>;
}

interface Definition {
  id: number;
  team_id: number;
  key: string;
  name: string;
  active: true;
  deleted: false;
  version: number;
  ensure_experience_continuity: false;
  filters: {
    groups: Group[];
    /** JSON text by value. */
    payloads: Record<string, string>;
    multivariate: { variants: Variant[] } | null;
    aggregation_group_type_index: null;
  };
}

interface Group {
  properties: Property[];
  rollout_percentage: 100;
  variant: string | null;
}

interface Property {
  key: "distinct_id";
  type: "person";
  operator: "regex" | "not_regex";
  value: string;
}

interface Variant {
  key: string;
  name: string;
  rollout_percentage: number;
}

/** Converts flags to definitions with which an SDK's local evaluation gives the same values as `evaluate`. */
export function toDefinitions(projectId: number, flags: readonly Flag[]): Definitions {
  return { flags: flags.map((flag) => toDefinition(projectId, flag)), group_type_mapping: {}, cohorts: {} };
}

function toDefinition(projectId: number, flag: Flag): Definition {
  const conditions = toConditions(flag);
  return {
    id: flag.id,
    team_id: projectId,
    key: flag.key,
    name: "",
    active: true,
    deleted: false,
    version: flag.version,
    ensure_experience_continuity: false,
    filters: {
      groups: conditions.map(toGroup),
      payloads: toPayloads(flag, conditions),
      multivariate: toMultivariate(conditions),
      aggregation_group_type_index: null,
    },
  };
}

function toGroup({ value, only, except }: Condition): Group {
  const properties: Property[] = [];
  if (only !== null) properties.push(toProperty("regex", only));
  if (except.length > 0) properties.push(toProperty("not_regex", except));
  return { properties, rollout_percentage: 100, variant: value === true ? null : value };
}

/** By pattern, since SDKs ignore letter case when they compare by `exact`. */
function toProperty(operator: Property["operator"], distinctIds: readonly string[]): Property {
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
 * The shares of the variants. Each condition names its variant, so the shares decide nothing, except that a condition
 * without a variant must find none: all are 0 unless the flag has a single variant and no other value.
 */
function toMultivariate(conditions: readonly Condition[]): { variants: Variant[] } | null {
  const values = new Set(conditions.map(({ value }) => value));
  const keys = [...values].filter((value) => value !== true);
  if (keys.length === 0) return null;
  return { variants: keys.map((key) => ({ key, name: "", rollout_percentage: values.size === 1 ? 100 : 0 })) };
}
