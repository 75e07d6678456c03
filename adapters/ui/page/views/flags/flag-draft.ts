import type { FlagRecord } from "../../../../../lib/index.ts";
import type { PropertyFilter } from "../../parts/filter-operators.ts";

type Filters = FlagRecord["filters"];
type StoredCondition = NonNullable<Filters["groups"]>[number];

/** A flag in the form. */
export interface FlagDraft {
  key: string;
  name: string;
  active: boolean;
  /** Null = persons, 0 to 4 = groups of that type. */
  unit: number | null;
  conditions: DraftCondition[];
  variants: DraftVariant[];
  /** JSON texts by value: `true`, or a variant; an empty text = none. */
  payloads: Record<string, string>;
  runtime: FlagRecord["evaluation_runtime"];
  bucketing: FlagRecord["bucketing_identifier"];
  keepsValue: boolean;
  isRemoteConfig: boolean;
  /** Tags, separated by commas. */
  tags: string;
}

export interface DraftCondition {
  filters: PropertyFilter[];
  /** Tests of other flags. */
  flags: FlagTest[];
  /** 0 to 100, as text. */
  rollout: string;
  /** Empty = by the shares of the variants. */
  variant: string;
  /** The stored condition, for fields that the form does not show. */
  stored: StoredCondition;
}

/** "The flag with this id is on", off, or has a variant. */
export interface FlagTest {
  /** The id of the flag, as text; empty = not chosen yet. */
  id: string;
  /** `true`, `false`, or a variant. */
  value: string;
}

export interface DraftVariant {
  key: string;
  /** The stored variant, for its name. */
  name: string;
  /** 0 to 100, as text. */
  share: string;
}

export const NEW_CONDITION: DraftCondition = { filters: [], flags: [], rollout: "100", variant: "", stored: {} };

export const NEW_FLAG: FlagDraft = {
  key: "",
  name: "",
  active: true,
  unit: null,
  conditions: [NEW_CONDITION],
  variants: [],
  payloads: {},
  runtime: "all",
  bucketing: "distinct_id",
  keepsValue: false,
  isRemoteConfig: false,
  tags: "",
};

/** A stored flag for the form. */
export function toDraft(flag: FlagRecord): FlagDraft {
  const { filters } = flag;
  return {
    key: flag.key,
    name: flag.name,
    active: flag.active,
    unit: filters.aggregation_group_type_index ?? null,
    conditions: (filters.groups ?? []).map(toDraftCondition),
    variants: (filters.multivariate?.variants ?? []).map(({ key, name, rollout_percentage: share }) => ({
      key,
      name: name ?? "",
      share: String(share),
    })),
    payloads: { ...filters.payloads },
    runtime: flag.evaluation_runtime,
    bucketing: flag.bucketing_identifier,
    keepsValue: flag.ensure_experience_continuity,
    isRemoteConfig: flag.is_remote_configuration,
    tags: flag.tags.join(", "),
  };
}

function toDraftCondition(stored: StoredCondition): DraftCondition {
  const properties = stored.properties ?? [];
  return {
    filters: properties.filter(({ type }) => type !== "flag") as PropertyFilter[],
    flags: properties
      .filter(({ type }) => type === "flag")
      .map(({ key, value }) => ({ id: key, value: String(value ?? true) })),
    rollout: String(stored.rollout_percentage ?? 100),
    variant: stored.variant ?? "",
    stored,
  };
}

/** The body of the request that saves a flag. @param stored the filters before, whose other fields stay */
export function toBody(draft: FlagDraft, stored: Filters = {}) {
  const variants = draft.variants.map(({ key, name, share }) => ({
    key: key.trim(),
    name,
    rollout_percentage: Number(share),
  }));
  const values = new Set(valuesOf(draft));
  const payloads = Object.entries(draft.payloads).filter(([value, text]) => values.has(value) && text.trim() !== "");
  return {
    key: draft.key.trim(),
    name: draft.name,
    active: draft.active,
    filters: {
      ...stored,
      groups: draft.conditions.map((condition) => toCondition(condition, draft.unit)),
      multivariate: variants.length === 0 ? null : { variants },
      payloads: Object.fromEntries(payloads),
      aggregation_group_type_index: draft.unit,
    },
    evaluation_runtime: draft.runtime,
    bucketing_identifier: draft.bucketing,
    ensure_experience_continuity: draft.keepsValue,
    is_remote_configuration: draft.isRemoteConfig,
    tags: draft.tags
      .split(",")
      .map((tag) => tag.trim())
      .filter(Boolean),
  };
}

function toCondition({ filters, flags, rollout, variant, stored }: DraftCondition, unit: number | null) {
  const tests = flags
    .filter(({ id }) => id !== "")
    .map(({ id, value }) => ({
      key: id,
      type: "flag",
      operator: "flag_evaluates_to",
      value: value === "true" || value === "false" ? value === "true" : value,
    }));
  const properties = filters.map((filter) =>
    unit === null ? filter : Object.assign({}, filter, { type: "group", group_type_index: unit }),
  );
  return {
    ...stored,
    properties: [...properties, ...tests],
    rollout_percentage: Number(rollout),
    variant: variant === "" ? null : variant,
  };
}

/** The values that a payload may belong to: the variants, or `true`. */
export function valuesOf({ variants }: Pick<FlagDraft, "variants">): string[] {
  return variants.length === 0 ? ["true"] : variants.map(({ key }) => key.trim()).filter(Boolean);
}

/** The fault of a payload, with what JSON.parse says; null = it is JSON, or empty. */
export function payloadFault(text: string): string | null {
  if (text.trim() === "") return null;
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    return `This is no JSON: ${(error as Error).message}`;
  }
}

/** The fault of the variants' shares; null = they add up, or there are no variants. */
export function sharesFault({ variants }: Pick<FlagDraft, "variants">): string | null {
  if (variants.length === 0) return null;
  const sum = variants.reduce((all, { share }) => all + Number(share), 0);
  return Math.abs(sum - 100) < 1e-9 ? null : `The shares must add up to 100 %; they are ${sum} %.`;
}

/** Shares that are as equal as whole numbers can be, and add up to 100. */
export function equalShares(count: number): string[] {
  return Array.from({ length: count }, (_, index) => String(Math.floor(100 / count) + (index < 100 % count ? 1 : 0)));
}
