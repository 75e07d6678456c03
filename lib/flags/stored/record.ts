import * as v from "valibot";
import { By, Count, describedElsewhere, Id, Instant } from "../../base/answer-scalars.ts";
import { toIso } from "../../base/clock.ts";
import type { Db } from "../../storage/index.ts";
import { fromColumns, isListed, query, sql } from "../../storage/queries/index.ts";
import { cohorts, featureFlags } from "../../storage/tables/index.ts";
import { FlagSettings, isCohort, NEW_FLAG, toCohortIds } from "../evaluation/index.ts";
import type { FlagCondition, FlagFilters, FlagProperty } from "../evaluation/index.ts";

/** STALE = nobody asks for it any more, or everybody has long had it. */
export const FlagStatus = v.picklist(["ACTIVE", "STALE", "INACTIVE", "DELETED"]);
export type FlagStatus = v.InferOutput<typeof FlagStatus>;

const Nothing = v.array(v.unknown());

/** Fields of features that hoglet lacks; clients read them. */
const ALWAYS = {
  experiment_set: [],
  surveys: [],
  features: [],
  rollback_conditions: null,
  performed_rollback: false,
  can_edit: true,
  user_access_level: "manager",
  usage_dashboard: null,
  analytics_dashboards: [],
  has_enriched_analytics: false,
  has_encrypted_payloads: false,
};

/** A stored flag as clients see it (reference/agents.md 8.1). */
export const FeatureFlag = v.pipe(
  v.object({
    id: Id,
    key: v.string(),
    filters: describedElsewhere<FlagFilters>(),
    ...FlagSettings.entries,
    deleted: v.boolean(),
    status: FlagStatus,
    /** 1 at first, one more with every change. */
    version: Count,
    /** ISO text. */
    created_at: Instant,
    created_by: By,
    /** ISO text. */
    updated_at: Instant,
    last_modified_by: By,
    /** ISO text: the newest `$feature_flag_called`, to the hour; null = never. */
    last_called_at: v.nullable(Instant),
    /** `evaluation_tags` under its newer name. */
    evaluation_contexts: v.array(v.string()),
    /** True = one condition for everybody, without variants. */
    is_simple_flag: v.boolean(),
    /** The percentage of a simple flag; null = everybody, or another flag. */
    rollout_percentage: v.nullable(v.number()),
    experiment_set: Nothing,
    surveys: Nothing,
    features: Nothing,
    rollback_conditions: v.null(),
    performed_rollback: v.boolean(),
    can_edit: v.boolean(),
    user_access_level: v.string(),
    usage_dashboard: v.null(),
    analytics_dashboards: Nothing,
    has_enriched_analytics: v.boolean(),
    has_encrypted_payloads: v.boolean(),
  }),
  v.examples([
    {
      id: 7,
      key: "new-checkout",
      filters: {
        groups: [
          { properties: [{ key: "plan", type: "person", operator: "exact", value: ["pro"] }], rollout_percentage: 50 },
        ],
        multivariate: null,
        payloads: { true: '{"steps":1}' },
      },
      ...NEW_FLAG,
      name: "Checkout on one page",
      tags: ["shop"],
      deleted: false,
      status: "ACTIVE",
      version: 2,
      created_at: "2024-05-02T10:00:00Z",
      created_by: { first_name: "laptop", email: null },
      updated_at: "2024-05-03T10:00:00Z",
      last_modified_by: { first_name: "laptop", email: null },
      last_called_at: null,
      evaluation_contexts: [],
      is_simple_flag: false,
      rollout_percentage: null,
      ...ALWAYS,
    },
  ]),
);
export interface FlagRecord extends v.InferOutput<typeof FeatureFlag> {}

const STALE_MS = 30 * 86_400_000;

/** SQL over the filters: 1 = everybody has the flag. */
const isFullyRolledOut = sql<number>`EXISTS (
    SELECT 1 FROM json_each(${featureFlags.filters}, '$.groups') g
    WHERE coalesce(json_array_length(g.value, '$.properties'), 0) = 0
      AND coalesce(json_extract(g.value, '$.rollout_percentage'), 100) >= 100
      AND (coalesce(json_array_length(${featureFlags.filters}, '$.multivariate.variants'), 0) = 0
        OR json_extract(g.value, '$.variant') IS NOT NULL
        OR EXISTS (SELECT 1 FROM json_each(${featureFlags.filters}, '$.multivariate.variants') v
                   WHERE json_extract(v.value, '$.rollout_percentage') >= 100)))`;

/** SQL of a row's status. @param nowMs the present */
export function statusAt(nowMs: number) {
  return sql<FlagStatus>`CASE WHEN ${featureFlags.deleted} = 1 THEN 'DELETED' WHEN ${featureFlags.active} = 0 THEN 'INACTIVE'
    WHEN ${featureFlags.lastCalledAt} < ${nowMs} - ${sql.raw(String(STALE_MS))} THEN 'STALE'
    WHEN ${featureFlags.lastCalledAt} IS NULL AND ${featureFlags.createdAt} <= ${nowMs} - ${sql.raw(String(STALE_MS))}
      AND ${isFullyRolledOut} THEN 'STALE'
    ELSE 'ACTIVE' END`;
}

export type FlagRow = typeof featureFlags.$inferSelect & { status: FlagStatus };

/** Converts rows for clients; conditions on cohorts tell the cohorts' names. */
export function toRecords(db: Db, projectId: number, rows: readonly FlagRow[]): FlagRecord[] {
  const read = rows.map((row) => ({ row, filters: JSON.parse(row.filters) as FlagFilters }));
  const ids = new Set(
    read.flatMap(({ filters }) =>
      propertiesOf(filters)
        .filter(isCohort)
        .flatMap(({ value }) => toCohortIds(value)),
    ),
  );
  const names = ids.size === 0 ? new Map<number, string>() : namesOfCohorts(db, projectId, ids);
  return read.map(({ row, filters }) => toFlagRecord(row, withCohortNames(filters, names)));
}

function toFlagRecord(row: FlagRow, filters: FlagFilters): FlagRecord {
  const settings = fromColumns(row, NEW_FLAG);
  const isSimple = isSimpleFlag(filters);
  return {
    id: row.id,
    key: row.key,
    filters,
    ...settings,
    deleted: row.deleted === 1,
    status: row.status,
    version: row.version,
    created_at: toIso(row.createdAt),
    created_by: toBy(row.createdBy),
    updated_at: toIso(row.updatedAt),
    last_modified_by: toBy(row.lastModifiedBy),
    last_called_at: row.lastCalledAt === null ? null : toIso(row.lastCalledAt),
    evaluation_contexts: settings.evaluation_tags,
    is_simple_flag: isSimple,
    rollout_percentage: isSimple ? (filters.groups?.[0]?.rollout_percentage ?? null) : null,
    ...ALWAYS,
  };
}

function toBy(label: string | null): FlagRecord["created_by"] {
  return label === null ? null : { first_name: label, email: null };
}

function isSimpleFlag({ groups, multivariate, aggregation_group_type_index: unit }: FlagFilters): boolean {
  const [condition, ...others] = groups ?? [];
  const isPlain = condition !== undefined && others.length === 0 && (condition.properties ?? []).length === 0;
  return isPlain && (unit ?? null) === null && (multivariate?.variants ?? []).length === 0;
}

/** The properties of all conditions. */
export function propertiesOf({ groups }: FlagFilters): FlagProperty[] {
  return (groups ?? []).flatMap(({ properties }) => properties ?? []);
}

const cohortNames = query((db, given: { ids: string }) =>
  db
    .select({ id: cohorts.id, name: cohorts.name, projectId: cohorts.projectId })
    .from(cohorts)
    .where(isListed(cohorts.id, given.ids)),
);

function namesOfCohorts(db: Db, projectId: number, ids: ReadonlySet<number>): Map<number, string> {
  const rows = cohortNames.all(db, { ids: JSON.stringify([...ids]) }).filter((row) => row.projectId === projectId);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

function withCohortNames(filters: FlagFilters, names: ReadonlyMap<number, string>): FlagFilters {
  if (names.size === 0) return filters;
  const named = (property: FlagProperty): FlagProperty => {
    const name = isCohort(property) ? names.get(Number(property.value)) : undefined;
    return name === undefined ? property : Object.assign({}, property, { cohort_name: name });
  };
  const groups = (filters.groups ?? []).map((condition): FlagCondition =>
    Object.assign({}, condition, { properties: (condition.properties ?? []).map(named) }),
  );
  return { ...filters, groups };
}
